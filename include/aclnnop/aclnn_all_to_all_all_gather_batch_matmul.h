/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnAlltoAllAllGatherBatchMatMul`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `y1 = activation(y2 @ weight + bias)` for the experts of this rank: `x` (E, C, H / tp) or, with `xShardType` 1, (E, C / tp, H) has the rows of this rank for all experts of `groupEp`; `y2` (E / ep, ep * C, H) those of all its ranks for this rank's experts, gathered
 * over `groupTp` along the columns or rows. `weight` (E / ep, H, M / tp); `biasOptional` (E / ep, M / tp) or (E / ep, 1, M / tp), FLOAT16 with FLOAT16 and FLOAT with BFLOAT16. `actType` 0 none, 1 GELU by its tangent, 2 SiLU, 3 ReLU, 4 fast GELU; with one, `y3OutOptional` gets the products before it.
 */
aclnnStatus aclnnAlltoAllAllGatherBatchMatMulGetWorkspaceSize(const aclTensor *x,
                                                              const aclTensor *weight,
                                                              const aclTensor *biasOptional,
                                                              const char *groupEp,
                                                              const char *groupTp,
                                                              int64_t epWorldSize,
                                                              int64_t tpWorldSize,
                                                              int64_t xShardType,
                                                              int64_t actType,
                                                              aclTensor *y1Out,
                                                              aclTensor *y2OutOptional,
                                                              aclTensor *y3OutOptional,
                                                              uint64_t *workspaceSize,
                                                              aclOpExecutor **executor);

/**
 * Second phase of `aclnnAlltoAllAllGatherBatchMatMul`: queues the computation on `stream`.
 */
aclnnStatus aclnnAlltoAllAllGatherBatchMatMul(void *workspace,
                                              uint64_t workspaceSize,
                                              aclOpExecutor *executor,
                                              aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
