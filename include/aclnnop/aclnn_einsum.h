/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnEinsum`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the products that `equation` names: "abcd,abced->abce" or "a,b->ab", with any letters. Of the first, integers are computed in FLOAT16; of the second
 * they wrap.
 */
aclnnStatus aclnnEinsumGetWorkspaceSize(const aclTensorList *tensors,
                                        const char *equation,
                                        aclTensor *output,
                                        uint64_t *workspaceSize,
                                        aclOpExecutor **executor);

/**
 * Second phase of `aclnnEinsum`: queues the computation on `stream`.
 */
aclnnStatus aclnnEinsum(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
