/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnWeightQuantMatmulAllReduceAddRmsNorm`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `y`, the sum over all ranks of `x1 @ ((x2 + antiquantOffset) * antiquantScale) + bias`, in their order, and `residual`, rounded once, and `normOut`, the rows of `y` divided by the root of the mean of their squares and `epsilon`, times `gamma`. FLOAT16 or BFLOAT16 of `x1` (M, K) or (B, S, K), scales and offsets, INT8 or INT4 of `x2` (K, N); `residual`, `y` and `normOut` (B, S, N) of FLOAT16 or BFLOAT16, `gamma` (N).
 */
aclnnStatus aclnnWeightQuantMatmulAllReduceAddRmsNormGetWorkspaceSize(const aclTensor *x1,
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
                                                                      const aclTensor *y,
                                                                      const aclTensor *normOut,
                                                                      uint64_t *workspaceSize,
                                                                      aclOpExecutor **executor);

/**
 * Second phase of `aclnnWeightQuantMatmulAllReduceAddRmsNorm`: queues the computation on `stream`.
 */
aclnnStatus aclnnWeightQuantMatmulAllReduceAddRmsNorm(void *workspace,
                                                      uint64_t workspaceSize,
                                                      aclOpExecutor *executor,
                                                      aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
