/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnQuantGroupedMatMulAlltoAllv`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * As `aclnnGroupedMatMulAlltoAllv` with rows and matrices of codes: HIFLOAT8 with one FLOAT for each side (mode 1), or FLOAT8 and FLOAT4_E2M1 with FLOAT8_E8M0 for 32 inner elements (mode 6), in
 * pairs of blocks: `gmmXScale` (rows, pairs, 2), `gmmWeightScale` (experts, pairs, N, 2), or (experts, N, pairs, 2) with `transGmmWeight`. `commQuantScaleOptional` is null,
 * `commQuantMode` 0, `commQuantDtypeOptional` -1.
 */
aclnnStatus aclnnQuantGroupedMatMulAlltoAllvGetWorkspaceSize(const aclTensor *gmmX,
                                                             const aclTensor *gmmWeight,
                                                             const aclTensor *gmmXScale,
                                                             const aclTensor *gmmWeightScale,
                                                             const aclTensor *sendCountsTensorOptional,
                                                             const aclTensor *recvCountsTensorOptional,
                                                             const aclTensor *mmXOptional,
                                                             const aclTensor *mmWeightOptional,
                                                             const aclTensor *mmXScaleOptional,
                                                             const aclTensor *mmWeightScaleOptional,
                                                             const aclTensor *commQuantScaleOptional,
                                                             int64_t gmmXQuantMode,
                                                             int64_t gmmWeightQuantMode,
                                                             int64_t mmXQuantMode,
                                                             int64_t mmWeightQuantMode,
                                                             int64_t commQuantMode,
                                                             int64_t commQuantDtypeOptional,
                                                             int64_t groupSize,
                                                             const char *group,
                                                             int64_t epWorldSize,
                                                             const aclIntArray *sendCounts,
                                                             const aclIntArray *recvCounts,
                                                             bool transGmmWeight,
                                                             bool transMmWeight,
                                                             const aclTensor *y,
                                                             const aclTensor *mmYOptional,
                                                             uint64_t *workspaceSize,
                                                             aclOpExecutor **executor);

/**
 * Second phase of `aclnnQuantGroupedMatMulAlltoAllv`: queues the computation on `stream`.
 */
aclnnStatus aclnnQuantGroupedMatMulAlltoAllv(void *workspace,
                                             uint64_t workspaceSize,
                                             aclOpExecutor *executor,
                                             aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
