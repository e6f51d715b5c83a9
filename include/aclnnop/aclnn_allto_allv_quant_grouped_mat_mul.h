/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnAlltoAllvQuantGroupedMatMul`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * As `aclnnAlltoAllvGroupedMatMul` with rows and matrices of codes: HIFLOAT8 with one FLOAT for each side (mode 1), or FLOAT8 and FLOAT4_E2M1 with FLOAT8_E8M0 for 32 inner elements (mode 6), in
 * pairs of blocks: `gmmXScale` (rows, pairs, 2), which goes where the rows go, `gmmWeightScale` (experts, pairs, N, 2), or (experts, N, pairs, 2) with `transGmmWeight`.
 */
aclnnStatus aclnnAlltoAllvQuantGroupedMatMulGetWorkspaceSize(const aclTensor *gmmX,
                                                             const aclTensor *gmmWeight,
                                                             const aclTensor *gmmXScale,
                                                             const aclTensor *gmmWeightScale,
                                                             const aclTensor *sendCountsTensorOptional,
                                                             const aclTensor *recvCountsTensorOptional,
                                                             const aclTensor *mmXOptional,
                                                             const aclTensor *mmWeightOptional,
                                                             const aclTensor *mmXScaleOptional,
                                                             const aclTensor *mmWeightScaleOptional,
                                                             int64_t gmmXQuantMode,
                                                             int64_t gmmWeightQuantMode,
                                                             int64_t mmXQuantMode,
                                                             int64_t mmWeightQuantMode,
                                                             const char *group,
                                                             int64_t epWorldSize,
                                                             const aclIntArray *sendCounts,
                                                             const aclIntArray *recvCounts,
                                                             bool transGmmWeight,
                                                             bool transMmWeight,
                                                             int64_t groupSize,
                                                             bool permuteOutFlag,
                                                             aclTensor *gmmY,
                                                             aclTensor *mmYOptional,
                                                             aclTensor *permuteOutOptional,
                                                             uint64_t *workspaceSize,
                                                             aclOpExecutor **executor);

/**
 * Second phase of `aclnnAlltoAllvQuantGroupedMatMul`: queues the computation on `stream`.
 */
aclnnStatus aclnnAlltoAllvQuantGroupedMatMul(void *workspace,
                                             uint64_t workspaceSize,
                                             aclOpExecutor *executor,
                                             aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
