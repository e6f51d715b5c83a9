/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnQuantMatmulAllReduce`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the sum over all ranks of `(x1 @ x2 + bias) * dequantScale + x3`: each rank's in DOUBLE, summed in the order of the ranks, rounded once. INT8 of `x1` (M, K) or (B, S, K) and `x2` (K, N), in rows, transposed or, on Ascend910B, in FRACTAL_NZ; INT32 of `bias` (N); `dequantScale` (1), (N) or (1, N): words of `aclnnTransQuantParamV2` for FLOAT16, BFLOAT16 for BFLOAT16.
 */
aclnnStatus aclnnQuantMatmulAllReduceGetWorkspaceSize(const aclTensor *x1,
                                                      const aclTensor *x2,
                                                      const aclTensor *bias,
                                                      const aclTensor *x3,
                                                      const aclTensor *dequantScale,
                                                      const char *group,
                                                      const char *reduceOp,
                                                      int64_t commTurn,
                                                      int64_t streamMode,
                                                      const aclTensor *output,
                                                      uint64_t *workspaceSize,
                                                      aclOpExecutor **executor);

/**
 * Second phase of `aclnnQuantMatmulAllReduce`: queues the computation on `stream`.
 */
aclnnStatus aclnnQuantMatmulAllReduce(void *workspace,
                                      uint64_t workspaceSize,
                                      aclOpExecutor *executor,
                                      aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
