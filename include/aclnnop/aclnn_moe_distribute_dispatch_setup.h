/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnMoeDistributeDispatchSetup`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Puts the tokens `x` (BS, H), FLOAT16 or BFLOAT16, in the order of their experts on all ranks, quantised by `quantMode` as `aclnnMoeDistributeDispatchV2` does, in `yOut` (BS * (K + sharedExpertNum), message): rows with their scales behind them. `commCmdInfoOut` says where they go;
 * `expandIdxOut` (BS * K) numbers the choices of each expert. It waits for no rank: `aclnnMoeDistributeDispatchTeardown` exchanges the rows.
 */
aclnnStatus aclnnMoeDistributeDispatchSetupGetWorkspaceSize(const aclTensor *x,
                                                            const aclTensor *expertIds,
                                                            const aclTensor *scalesOptional,
                                                            const aclTensor *xActiveMaskOptional,
                                                            const char *groupEp,
                                                            int64_t epWorldSize,
                                                            int64_t epRankId,
                                                            int64_t moeExpertNum,
                                                            int64_t expertShardType,
                                                            int64_t sharedExpertNum,
                                                            int64_t sharedExpertRankNum,
                                                            int64_t quantMode,
                                                            int64_t globalBs,
                                                            int64_t commType,
                                                            const char *commAlg,
                                                            aclTensor *yOut,
                                                            aclTensor *expandIdxOut,
                                                            aclTensor *commCmdInfoOut,
                                                            uint64_t *workspaceSize,
                                                            aclOpExecutor **executor);

/**
 * Second phase of `aclnnMoeDistributeDispatchSetup`: queues the computation on `stream`.
 */
aclnnStatus aclnnMoeDistributeDispatchSetup(void *workspace,
                                            uint64_t workspaceSize,
                                            aclOpExecutor *executor,
                                            aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
