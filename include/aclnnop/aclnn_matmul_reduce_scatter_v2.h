/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnMatmulReduceScatterV2`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * As `aclnnMatmulReduceScatter`, and of codes the sum of `(x1 @ x2) * x1Scale * x2Scale + bias`: on Ascend910B INT8 with scales of rows, (M, 1), and of columns, (1, N); on
 * Ascend950 FLOAT8, HIFLOAT8 or FLOAT4_E2M1 with one FLOAT for each side, with FLOAT for blocks of 128 × 128, or with FLOAT8_E8M0 for 32 inner elements. `quantScale` and
 * `amaxOutOptional` are null or empty, `blockSize` 0; `commMode` ("aiv", "ai_cpu", "ccu") changes nothing here.
 */
aclnnStatus aclnnMatmulReduceScatterV2GetWorkspaceSize(const aclTensor *x1,
                                                       const aclTensor *x2,
                                                       const aclTensor *bias,
                                                       const aclTensor *x1Scale,
                                                       const aclTensor *x2Scale,
                                                       const aclTensor *quantScale,
                                                       int64_t blockSize,
                                                       const char *group,
                                                       const char *reduceOp,
                                                       int64_t commTurn,
                                                       int64_t streamMode,
                                                       int64_t groupSize,
                                                       const char *commMode,
                                                       aclTensor *output,
                                                       aclTensor *amaxOutOptional,
                                                       uint64_t *workspaceSize,
                                                       aclOpExecutor **executor);

/**
 * Second phase of `aclnnMatmulReduceScatterV2`: queues the computation on `stream`.
 */
aclnnStatus aclnnMatmulReduceScatterV2(void *workspace,
                                       uint64_t workspaceSize,
                                       aclOpExecutor *executor,
                                       aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
