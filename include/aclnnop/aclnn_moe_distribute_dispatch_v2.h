/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnMoeDistributeDispatchV2`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * As `aclnnMoeDistributeDispatch`, with numbers for `aclnnMoeDistributeCombineV2` in `assistInfoForCombineOut`. On Ascend950 `quantMode` 1 multiplies by given scales (INT8, HIFLOAT8), 2 quantises rows (INT8, FP8), 3 groups of 128 elements (FP8), 4 blocks of 32 (FP8, FP4, scales of FLOAT8_E8M0);
 * tokens of eight or four bits, and of INT32 on Ascend910B, go with their rows of `scalesOptional`. `commAlg` changes nothing.
 */
aclnnStatus aclnnMoeDistributeDispatchV2GetWorkspaceSize(const aclTensor *x,
                                                         const aclTensor *expertIds,
                                                         const aclTensor *scalesOptional,
                                                         const aclTensor *xActiveMaskOptional,
                                                         const aclTensor *expertScalesOptional,
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
 * Second phase of `aclnnMoeDistributeDispatchV2`: queues the computation on `stream`.
 */
aclnnStatus aclnnMoeDistributeDispatchV2(void *workspace,
                                         uint64_t workspaceSize,
                                         aclOpExecutor *executor,
                                         aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
