/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnMoeDistributeCombineSetup`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Lists the rows of `expandX` (A, H) that return: `commCmdInfoOut` ((A + epWorldSize) * 16) gets the rank, token and choice of each, as `assistInfoForCombine` of `aclnnMoeDistributeDispatchTeardown` says, and the number of rows for each rank. It waits for no rank:
 * `aclnnMoeDistributeCombineTeardown` exchanges the rows. `quantExpandXOut` stays: `commQuantMode` is 0.
 */
aclnnStatus aclnnMoeDistributeCombineSetupGetWorkspaceSize(const aclTensor *expandX,
                                                           const aclTensor *expertIds,
                                                           const aclTensor *assistInfoForCombine,
                                                           const char *groupEp,
                                                           int64_t epWorldSize,
                                                           int64_t epRankId,
                                                           int64_t moeExpertNum,
                                                           int64_t expertSharedType,
                                                           int64_t sharedExpertNum,
                                                           int64_t sharedExpertRankNum,
                                                           int64_t globalBs,
                                                           int64_t commQuantMode,
                                                           int64_t commType,
                                                           const char *commAlg,
                                                           aclTensor *quantExpandXOut,
                                                           aclTensor *commCmdInfoOut,
                                                           uint64_t *workspaceSize,
                                                           aclOpExecutor **executor);

/**
 * Second phase of `aclnnMoeDistributeCombineSetup`: queues the computation on `stream`.
 */
aclnnStatus aclnnMoeDistributeCombineSetup(void *workspace,
                                           uint64_t workspaceSize,
                                           aclOpExecutor *executor,
                                           aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
