/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnMoeDistributeDispatchV3`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * As `aclnnMoeDistributeDispatchV2`, with experts that have no rows: numbers from `moeExpertNum` on name `zeroExpertNum`, `copyExpertNum`, then `constExpertNum` experts. `elasticInfoOptional` is null, as in the vendor's present version.
 */
aclnnStatus aclnnMoeDistributeDispatchV3GetWorkspaceSize(const aclTensor *x,
                                                         const aclTensor *expertIds,
                                                         const aclTensor *scalesOptional,
                                                         const aclTensor *xActiveMaskOptional,
                                                         const aclTensor *expertScalesOptional,
                                                         const aclTensor *elasticInfoOptional,
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
 * Second phase of `aclnnMoeDistributeDispatchV3`: queues the computation on `stream`.
 */
aclnnStatus aclnnMoeDistributeDispatchV3(void *workspace,
                                         uint64_t workspaceSize,
                                         aclOpExecutor *executor,
                                         aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
