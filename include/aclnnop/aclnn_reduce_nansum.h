/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnReduceNansum`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the sum over `dim` (all axes if empty) of the elements that are numbers, converted to `dtype`, which `out` has. A tensor of rank 0 is
 * copied, NaN too. An empty `self` fills `out` with 0.
 */
aclnnStatus aclnnReduceNansumGetWorkspaceSize(const aclTensor *self,
                                              const aclIntArray *dim,
                                              bool keepDim,
                                              aclDataType dtype,
                                              aclTensor *out,
                                              uint64_t *workspaceSize,
                                              aclOpExecutor **executor);

/**
 * Second phase of `aclnnReduceNansum`: queues the computation on `stream`.
 */
aclnnStatus aclnnReduceNansum(void *workspace,
                              uint64_t workspaceSize,
                              aclOpExecutor *executor,
                              aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
