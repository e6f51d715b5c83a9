/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnMatmulAllReduce`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the sum over all ranks of `x1 @ x2 + bias`, in the order of the ranks: products and sums in DOUBLE, rounded once. `x1` is (M, K) or (B, S, K), `x2` (K, N), in rows, transposed or in FRACTAL_NZ, `bias` (N); FLOAT16 or BFLOAT16 (Ascend310P: FLOAT16).
 * `reduceOp` is "sum", `commTurn` 0, `streamMode` 1.
 */
aclnnStatus aclnnMatmulAllReduceGetWorkspaceSize(const aclTensor *x1,
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
 * Second phase of `aclnnMatmulAllReduce`: queues the computation on `stream`.
 */
aclnnStatus aclnnMatmulAllReduce(void *workspace,
                                 uint64_t workspaceSize,
                                 aclOpExecutor *executor,
                                 aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
