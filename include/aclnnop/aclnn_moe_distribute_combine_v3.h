/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnMoeDistributeCombineV3`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * As `aclnnMoeDistributeCombineV2`, for `aclnnMoeDistributeDispatchV3`: a choice of a zero expert gives nothing, of a copying one its row of `oriXOptional`, of a constant one `constExpertAlpha1Optional[e] * oriXOptional + constExpertAlpha2Optional[e] * constExpertVOptional[e]`. `elasticInfoOptional` is null, as in the vendor's present version.
 */
aclnnStatus aclnnMoeDistributeCombineV3GetWorkspaceSize(const aclTensor *expandX,
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
                                                        const aclTensor *elasticInfoOptional,
                                                        const aclTensor *oriXOptional,
                                                        const aclTensor *constExpertAlpha1Optional,
                                                        const aclTensor *constExpertAlpha2Optional,
                                                        const aclTensor *constExpertVOptional,
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
                                                        int64_t zeroExpertNum,
                                                        int64_t copyExpertNum,
                                                        int64_t constExpertNum,
                                                        aclTensor *xOut,
                                                        uint64_t *workspaceSize,
                                                        aclOpExecutor **executor);

/**
 * Second phase of `aclnnMoeDistributeCombineV3`: queues the computation on `stream`.
 */
aclnnStatus aclnnMoeDistributeCombineV3(void *workspace,
                                        uint64_t workspaceSize,
                                        aclOpExecutor *executor,
                                        aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
