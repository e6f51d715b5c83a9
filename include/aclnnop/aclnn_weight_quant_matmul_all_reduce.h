/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnWeightQuantMatmulAllReduce`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the sum over all ranks of `x1 @ ((x2 + antiquantOffset) * antiquantScale) + bias + x3`, in the order of the ranks, rounded once. FLOAT16 or BFLOAT16 of `x1` (M, K) or (B, S, K), scales, offsets, `bias` (N) and `x3`; INT8 or INT4, on Ascend950 FLOAT8_E4M3FN or HIFLOAT8 too, of `x2` (K, N). `antiquantScale` (1), (N), (1, N) or, with `antiquantGroupSize`, (groups of K, N).
 */
aclnnStatus aclnnWeightQuantMatmulAllReduceGetWorkspaceSize(const aclTensor *x1,
                                                            const aclTensor *x2,
                                                            const aclTensor *bias,
                                                            const aclTensor *antiquantScale,
                                                            const aclTensor *antiquantOffset,
                                                            const aclTensor *x3,
                                                            const char *group,
                                                            const char *reduceOp,
                                                            int64_t commTurn,
                                                            int64_t streamMode,
                                                            int64_t antiquantGroupSize,
                                                            const aclTensor *output,
                                                            uint64_t *workspaceSize,
                                                            aclOpExecutor **executor);

/**
 * Second phase of `aclnnWeightQuantMatmulAllReduce`: queues the computation on `stream`.
 */
aclnnStatus aclnnWeightQuantMatmulAllReduce(void *workspace,
                                            uint64_t workspaceSize,
                                            aclOpExecutor *executor,
                                            aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
