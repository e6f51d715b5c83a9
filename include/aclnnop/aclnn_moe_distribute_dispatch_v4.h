/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnMoeDistributeDispatchV4`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * As `aclnnMoeDistributeDispatchV3`. `performanceInfoOptional` (INT64, a number for each rank) counts microseconds that a rank was waited for, of which there are none here: it stays as it is.
 */
aclnnStatus aclnnMoeDistributeDispatchV4GetWorkspaceSize(const aclTensor *x,
                                                         const aclTensor *expertIds,
                                                         const aclTensor *scalesOptional,
                                                         const aclTensor *xActiveMaskOptional,
                                                         const aclTensor *expertScalesOptional,
                                                         const aclTensor *elasticInfoOptional,
                                                         const aclTensor *performanceInfoOptional,
                                                         const char *groupEp,
                                                         int64_t epWorldSize,
                                                         int64_t epRankId,
                                                         int64_t moeExpertNum,
                                                         const char *groupTp,
                                                         int64_t tpWorldSize,
                                                         int64_t tpRankId,
                                                         int64_t expertShardType,
                                                         int64_t sharedExpertNum,
                                                         int64_t sharedExpertRankNum,
                                                         int64_t quantMode,
                                                         int64_t globalBs,
                                                         int64_t expertTokenNumsType,
                                                         const char *commAlg,
                                                         int64_t zeroExpertNum,
                                                         int64_t copyExpertNum,
                                                         int64_t constExpertNum,
                                                         aclTensor *expandXOut,
                                                         aclTensor *dynamicScalesOut,
                                                         aclTensor *assistInfoForCombineOut,
                                                         aclTensor *expertTokenNumsOut,
                                                         aclTensor *epRecvCountsOut,
                                                         aclTensor *tpRecvCountsOut,
                                                         aclTensor *expandScalesOut,
                                                         uint64_t *workspaceSize,
                                                         aclOpExecutor **executor);

/**
 * Second phase of `aclnnMoeDistributeDispatchV4`: queues the computation on `stream`.
 */
aclnnStatus aclnnMoeDistributeDispatchV4(void *workspace,
                                         uint64_t workspaceSize,
                                         aclOpExecutor *executor,
                                         aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
