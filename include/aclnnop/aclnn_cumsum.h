/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnCumsum`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the sum of each element, converted to `dtype`, which `out` has, and all before it along axis `dim`.
 */
aclnnStatus aclnnCumsumGetWorkspaceSize(const aclTensor *self,
                                        int64_t dim,
                                        aclDataType dtype,
                                        aclTensor *out,
                                        uint64_t *workspaceSize,
                                        aclOpExecutor **executor);

/**
 * Second phase of `aclnnCumsum`: queues the computation on `stream`.
 */
aclnnStatus aclnnCumsum(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

/**
 * First phase of `aclnnCumsumV2`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes running sums along axis `dim`: without the element itself if `exclusive` is true, from the end if `reverse` is true.
 */
aclnnStatus aclnnCumsumV2GetWorkspaceSize(const aclTensor *self,
                                          int64_t dim,
                                          bool exclusive,
                                          bool reverse,
                                          aclTensor *out,
                                          uint64_t *workspaceSize,
                                          aclOpExecutor **executor);

/**
 * Second phase of `aclnnCumsumV2`: queues the computation on `stream`.
 */
aclnnStatus aclnnCumsumV2(void *workspace,
                          uint64_t workspaceSize,
                          aclOpExecutor *executor,
                          aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
