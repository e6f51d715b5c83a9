/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnMoeDistributeDispatchTeardown`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Exchanges the rows that `aclnnMoeDistributeDispatchSetup` has put in order: `expandXOut` (A, H) gets those for this rank's experts, by expert, source rank, token and choice, `dynamicScalesOut` their scales, `expertTokenNumsOut` the number of each expert, or of those before it too.
 * `assistInfoForCombineOut` (A * 128) gets the rank, token and choice of each row, and -1 as the rank of the others.
 */
aclnnStatus aclnnMoeDistributeDispatchTeardownGetWorkspaceSize(const aclTensor *x,
                                                               const aclTensor *y,
                                                               const aclTensor *expertIds,
                                                               const aclTensor *commCmdInfo,
                                                               const char *groupEp,
                                                               int64_t epWorldSize,
                                                               int64_t epRankId,
                                                               int64_t moeExpertNum,
                                                               int64_t expertShardType,
                                                               int64_t sharedExpertNum,
                                                               int64_t sharedExpertRankNum,
                                                               int64_t quantMode,
                                                               int64_t globalBs,
                                                               int64_t expertTokenNumsType,
                                                               int64_t commType,
                                                               char *commAlg,
                                                               aclTensor *expandXOut,
                                                               aclTensor *dynamicScalesOut,
                                                               aclTensor *assistInfoForCombineOut,
                                                               aclTensor *expertTokenNumsOut,
                                                               uint64_t *workspaceSize,
                                                               aclOpExecutor **executor);

/**
 * Second phase of `aclnnMoeDistributeDispatchTeardown`: queues the computation on `stream`.
 */
aclnnStatus aclnnMoeDistributeDispatchTeardown(void *workspace,
                                               uint64_t workspaceSize,
                                               aclOpExecutor *executor,
                                               aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
