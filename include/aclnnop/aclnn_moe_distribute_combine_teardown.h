/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnMoeDistributeCombineTeardown`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Exchanges the rows of `expandX` that `commCmdInfo` of `aclnnMoeDistributeCombineSetup` lists: `xOut` (BS, H) gets the sum of each token's rows times `expertScales`, in the order of its choices, and `sharedExpertXOptional`, rounded once. `quantExpandX` and `expandIdx` are not read.
 */
aclnnStatus aclnnMoeDistributeCombineTeardownGetWorkspaceSize(const aclTensor *expandX,
                                                              const aclTensor *quantExpandX,
                                                              const aclTensor *expertIds,
                                                              const aclTensor *expandIdx,
                                                              const aclTensor *expertScales,
                                                              const aclTensor *commCmdInfo,
                                                              const aclTensor *xActiveMaskOptional,
                                                              const aclTensor *sharedExpertXOptional,
                                                              const char *groupEp,
                                                              int64_t epWorldSize,
                                                              int64_t epRankId,
                                                              int64_t moeExpertNum,
                                                              int64_t expertShardType,
                                                              int64_t sharedExpertNum,
                                                              int64_t sharedExpertRankNum,
                                                              int64_t globalBs,
                                                              int64_t commQuantMode,
                                                              int64_t commType,
                                                              const char *commAlg,
                                                              aclTensor *xOut,
                                                              uint64_t *workspaceSize,
                                                              aclOpExecutor **executor);

/**
 * Second phase of `aclnnMoeDistributeCombineTeardown`: queues the computation on `stream`.
 */
aclnnStatus aclnnMoeDistributeCombineTeardown(void *workspace,
                                              uint64_t workspaceSize,
                                              aclOpExecutor *executor,
                                              aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
