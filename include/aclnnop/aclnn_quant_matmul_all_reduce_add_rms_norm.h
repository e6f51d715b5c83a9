/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnQuantMatmulAllReduceAddRmsNorm`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `y`, the sum over all ranks of `(x1 @ x2 + bias) * dequantScale`, in their order, and `residual`, rounded once, and `normOut`, the rows of `y` divided by the root of the mean of their squares and `epsilon`, times `gamma`. INT8 of `x1` (M, K) or (B, S, K) and `x2` (K, N), INT32 of `bias`; words of `aclnnTransQuantParamV2` in `dequantScale` with FLOAT16, BFLOAT16 with BFLOAT16; `residual`, `y` and `normOut` (B, S, N) of FLOAT16 or BFLOAT16, `gamma` (N).
 */
aclnnStatus aclnnQuantMatmulAllReduceAddRmsNormGetWorkspaceSize(const aclTensor *x1,
                                                                const aclTensor *x2,
                                                                const aclTensor *bias,
                                                                const aclTensor *dequantScale,
                                                                const aclTensor *residual,
                                                                const aclTensor *gamma,
                                                                double epsilon,
                                                                const char *group,
                                                                const char *reduceOp,
                                                                int64_t commTurn,
                                                                int64_t streamMode,
                                                                const aclTensor *y,
                                                                const aclTensor *normOut,
                                                                uint64_t *workspaceSize,
                                                                aclOpExecutor **executor);

/**
 * Second phase of `aclnnQuantMatmulAllReduceAddRmsNorm`: queues the computation on `stream`.
 */
aclnnStatus aclnnQuantMatmulAllReduceAddRmsNorm(void *workspace,
                                                uint64_t workspaceSize,
                                                aclOpExecutor *executor,
                                                aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
