/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnMoeDistributeCombineV2`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * As `aclnnMoeDistributeCombine`, for `aclnnMoeDistributeDispatchV2`; `sharedExpertXOptional` is added, without a weight, where no rank has a shared expert.
 */
aclnnStatus aclnnMoeDistributeCombineV2GetWorkspaceSize(const aclTensor *expandX,
                                                        const aclTensor *expertIds,
                                                        const aclTensor *assistInfoForCombine,
                                                        const aclTensor *epSendCounts,
                                                        const aclTensor *expertScales,
                                                        const aclTensor *tpSendCountsOptional,
                                                        const aclTensor *xActiveMaskOptional,
                                                        const aclTensor *activationScaleOptional,
                                                        const aclTensor *weightScaleOptional,
                                                        const aclTensor *groupListOptional,
                                                        const aclTensor *expandScalesOptional,
                                                        const aclTensor *sharedExpertXOptional,
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
                                                        int64_t globalBs,
                                                        int64_t outDtype,
                                                        int64_t commQuantMode,
                                                        int64_t groupListType,
                                                        const char *commAlg,
                                                        aclTensor *xOut,
                                                        uint64_t *workspaceSize,
                                                        aclOpExecutor **executor);

/**
 * Second phase of `aclnnMoeDistributeCombineV2`: queues the computation on `stream`.
 */
aclnnStatus aclnnMoeDistributeCombineV2(void *workspace,
                                        uint64_t workspaceSize,
                                        aclOpExecutor *executor,
                                        aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
