/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnHansDecode`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes the elements that `aclnnHansEncode` of this library stored in `mantissa`, `fixed` and `var`, to the bit. `pdf` and `reshuffOptional` do not count. What `aclnnHansEncode` did not write is an error of the stream. On Ascend910B,
 * Ascend910_93 and Ascend950.
 */
aclnnStatus aclnnHansDecodeGetWorkspaceSize(const aclTensor *mantissa,
                                            const aclTensor *fixed,
                                            const aclTensor *var,
                                            const aclTensor *pdf,
                                            bool reshuffOptional,
                                            const aclTensor *outputOut,
                                            uint64_t *workspaceSize,
                                            aclOpExecutor **executor);

/**
 * Second phase of `aclnnHansDecode`: queues the computation on `stream`.
 */
aclnnStatus aclnnHansDecode(void *workspace,
                            uint64_t workspaceSize,
                            aclOpExecutor *executor,
                            aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
