/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnQuantGroupedMatMulAlltoAllvV2`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * As `aclnnQuantGroupedMatMulAlltoAllv`. `commMode` ("ai_cpu", "ccu") changes nothing here.
 */
aclnnStatus aclnnQuantGroupedMatMulAlltoAllvV2GetWorkspaceSize(const aclTensor *gmmX,
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
                                                               const char *commMode,
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
 * Second phase of `aclnnQuantGroupedMatMulAlltoAllvV2`: queues the computation on `stream`.
 */
aclnnStatus aclnnQuantGroupedMatMulAlltoAllvV2(void *workspace,
                                               uint64_t workspaceSize,
                                               aclOpExecutor *executor,
                                               aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
