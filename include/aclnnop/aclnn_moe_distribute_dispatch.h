/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnMoeDistributeDispatch`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Gives tokens to experts on the ranks of `groupEp`: the row of each choice goes to the rank of its expert, and those of shared experts, which are on the first `sharedExpertRankNum` ranks. Rows arrive by expert, rank and token.
 * `x` is FLOAT16 or BFLOAT16 of shape (BS, H), `expertIds` INT32 (BS, K). `quantMode` 0 moves rows as they are; 2 quantises each to INT8, with a scale in `dynamicScales`, after factors of `scales` (experts, H).
 * `xActiveMask` (BOOL, (BS) or (BS, K)) hides tokens or choices. Rows behind the last one stay as they are. `expandIdx` and `epRecvCounts` are for `aclnnMoeDistributeCombine` alone.
 */
aclnnStatus aclnnMoeDistributeDispatchGetWorkspaceSize(const aclTensor *x,
                                                       const aclTensor *expertIds,
                                                       const aclTensor *scales,
                                                       const aclTensor *xActiveMask,
                                                       const aclTensor *expertScales,
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
                                                       aclTensor *expandX,
                                                       aclTensor *dynamicScales,
                                                       aclTensor *expandIdx,
                                                       aclTensor *expertTokenNums,
                                                       aclTensor *epRecvCounts,
                                                       aclTensor *tpRecvCounts,
                                                       aclTensor *expandScales,
                                                       uint64_t *workspaceSize,
                                                       aclOpExecutor **executor);

/**
 * Second phase of `aclnnMoeDistributeDispatch`: queues the computation on `stream`.
 */
aclnnStatus aclnnMoeDistributeDispatch(void *workspace,
                                       uint64_t workspaceSize,
                                       aclOpExecutor *executor,
                                       aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
