/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnMatmulReduceScatter`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the sum over all ranks of `x1 @ x2 + bias`, of which each rank gets its block of rows: products and sums in DOUBLE, in the order of the ranks, rounded once. FLOAT16 or BFLOAT16; `x1` (M, K), M a multiple of the number of ranks, `x2` (K, N) in rows or transposed, `bias` (N). `reduceOp` is "sum", `commTurn` 0, `streamMode` 1.
 */
aclnnStatus aclnnMatmulReduceScatterGetWorkspaceSize(const aclTensor *x1,
                                                     const aclTensor *x2,
                                                     const aclTensor *bias,
                                                     const char *group,
                                                     const char *reduceOp,
                                                     int64_t commTurn,
                                                     int64_t streamMode,
                                                     const aclTensor *output,
                                                     uint64_t *workspaceSize,
                                                     aclOpExecutor **executor);

/**
 * Second phase of `aclnnMatmulReduceScatter`: queues the computation on `stream`.
 */
aclnnStatus aclnnMatmulReduceScatter(void *workspace,
                                     uint64_t workspaceSize,
                                     aclOpExecutor *executor,
                                     aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
