/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnSignBitsUnpack`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes 1 for each bit that is set and -1 for each other, the lowest bit of each byte first. `dtype` is the type of `out`. `self` has rank 1,
 * `out` the shape `[size, bits / size]`.
 */
aclnnStatus aclnnSignBitsUnpackGetWorkspaceSize(const aclTensor *self,
                                                int64_t size,
                                                aclDataType dtype,
                                                aclTensor *out,
                                                uint64_t *workspaceSize,
                                                aclOpExecutor **executor);

/**
 * Second phase of `aclnnSignBitsUnpack`: queues the computation on `stream`.
 */
aclnnStatus aclnnSignBitsUnpack(void *workspace,
                                uint64_t workspaceSize,
                                aclOpExecutor *executor,
                                aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
