/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnBatchMatMulReduceScatterAlltoAll`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `x @ weight`, summed over the ranks of `groupTp`: `x` (E / ep, ep * C, M / tp), `weight` (E / ep, M / tp, H). This rank keeps its columns of the sum or, with `yShardType` 1, its rows of each rank's, adds `biasOptional`, and sends the rows back over `groupEp`: `out` (E, C, H / tp) or (E, C / tp, H).
 * `biasOptional` has a row for each expert, of two or three dimensions, FLOAT16 with FLOAT16 and FLOAT with BFLOAT16. Sums are rounded once.
 */
aclnnStatus aclnnBatchMatMulReduceScatterAlltoAllGetWorkspaceSize(const aclTensor *x,
                                                                  const aclTensor *weight,
                                                                  const aclTensor *biasOptional,
                                                                  const char *groupEp,
                                                                  const char *groupTp,
                                                                  int64_t epWorldSize,
                                                                  int64_t tpWorldSize,
                                                                  int64_t yShardType,
                                                                  aclTensor *out,
                                                                  uint64_t *workspaceSize,
                                                                  aclOpExecutor **executor);

/**
 * Second phase of `aclnnBatchMatMulReduceScatterAlltoAll`: queues the computation on `stream`.
 */
aclnnStatus aclnnBatchMatMulReduceScatterAlltoAll(void *workspace,
                                                  uint64_t workspaceSize,
                                                  aclOpExecutor *executor,
                                                  aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
