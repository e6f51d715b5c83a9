/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnMoeDistributeCombine`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Returns rows of experts to the ranks of their tokens, and sums them: `x` is the sum of the rows of a token's choices times `expertScales` (FLOAT, (BS, K)), and of its shared experts' rows. Sums are computed in DOUBLE, in the order of choices, and rounded once. Rows that travel are not quantised, whatever `commQuantMode` (0 or 2).
 * `expandIdx`, `tpSendCounts`, `activationScale`, `weightScale`, `groupList` and `expandScales` are not read: `epSendCounts`, as `aclnnMoeDistributeDispatch` has written it, says which rows go where.
 */
aclnnStatus aclnnMoeDistributeCombineGetWorkspaceSize(const aclTensor *expandX,
                                                      const aclTensor *expertIds,
                                                      const aclTensor *expandIdx,
                                                      const aclTensor *epSendCounts,
                                                      const aclTensor *expertScales,
                                                      const aclTensor *tpSendCounts,
                                                      const aclTensor *xActiveMask,
                                                      const aclTensor *activationScale,
                                                      const aclTensor *weightScale,
                                                      const aclTensor *groupList,
                                                      const aclTensor *expandScales,
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
                                                      aclTensor *x,
                                                      uint64_t *workspaceSize,
                                                      aclOpExecutor **executor);

/**
 * Second phase of `aclnnMoeDistributeCombine`: queues the computation on `stream`.
 */
aclnnStatus aclnnMoeDistributeCombine(void *workspace,
                                      uint64_t workspaceSize,
                                      aclOpExecutor *executor,
                                      aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
