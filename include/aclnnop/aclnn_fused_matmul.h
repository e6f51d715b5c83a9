/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnFusedMatmul`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `x1 @ x2 + bias` for each matrix of a batch and of the result, as `fusedOpType` says, nothing else, its rectified linear unit, one of two Gaussian
 * error linear units, or its sum or product with `x3`. Sums with `x3` and products are of results rounded to the type of `y`, unless `cubeMathType` is 4.
 */
aclnnStatus aclnnFusedMatmulGetWorkspaceSize(const aclTensor *x1,
                                             const aclTensor *x2,
                                             const aclTensor *bias,
                                             const aclTensor *x3,
                                             const char *fusedOpType,
                                             int8_t cubeMathType,
                                             const aclTensor *y,
                                             uint64_t *workspaceSize,
                                             aclOpExecutor **executor);

/**
 * Second phase of `aclnnFusedMatmul`: queues the computation on `stream`.
 */
aclnnStatus aclnnFusedMatmul(void *workspace,
                             uint64_t workspaceSize,
                             aclOpExecutor *executor,
                             aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
