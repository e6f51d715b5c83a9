/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnInplaceWeightQuantMatmulAllReduceAddRmsNorm`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * As `aclnnWeightQuantMatmulAllReduceAddRmsNorm`, with the sum in place of `residual`.
 */
aclnnStatus aclnnInplaceWeightQuantMatmulAllReduceAddRmsNormGetWorkspaceSize(const aclTensor *x1,
                                                                             const aclTensor *x2,
                                                                             const aclTensor *bias,
                                                                             const aclTensor *antiquantScale,
                                                                             const aclTensor *antiquantOffset,
                                                                             const aclTensor *residual,
                                                                             const aclTensor *gamma,
                                                                             double epsilon,
                                                                             const char *group,
                                                                             const char *reduceOp,
                                                                             int64_t commTurn,
                                                                             int64_t streamMode,
                                                                             int64_t antiquantGroupSize,
                                                                             const aclTensor *normOut,
                                                                             uint64_t *workspaceSize,
                                                                             aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceWeightQuantMatmulAllReduceAddRmsNorm`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceWeightQuantMatmulAllReduceAddRmsNorm(void *workspace,
                                                             uint64_t workspaceSize,
                                                             aclOpExecutor *executor,
                                                             aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
