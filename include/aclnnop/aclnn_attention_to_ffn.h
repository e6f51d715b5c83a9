/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnAttentionToFFN`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes each token, once for each of its experts and each shared one, into the memory of the rank that has the instance of the expert which the session chooses (`sessionId` modulo the number of instances): the rows at (session, micro batch, token, expert) of `ffnTokenDataShape` (sessions, micro batches,
 * Bs, experts of a token, elements of a row), and the local number of each expert behind two words, a mark and the layer, in `ffnTokenInfoTableShape` (sessions, micro batches, 2 + rows). Marks are 1 when all has come: of all ranks from `ffnStartRankId` on (`syncFlag` 0) or of those with tokens (1). It waits for
 * marks of 1 there to be taken. `quantMode` 2: rows are INT8 with a scale behind them at the next multiple of 32 bytes. Tokens that `activeMask` hides, the last ones, get marks in this rank's own memory, `attnTokenInfoTableShape` (micro batches, Bs, experts of a token).
 */
aclnnStatus aclnnAttentionToFFNGetWorkspaceSize(const aclTensor *x,
                                                const aclTensor *sessionId,
                                                const aclTensor *microBatchId,
                                                const aclTensor *layerId,
                                                const aclTensor *expertIds,
                                                const aclTensor *expertRankTable,
                                                const aclTensor *scales,
                                                const aclTensor *activeMask,
                                                const char *group,
                                                int64_t worldSize,
                                                const aclIntArray *ffnTokenInfoTableShape,
                                                const aclIntArray *ffnTokenDataShape,
                                                const aclIntArray *attnTokenInfoTableShape,
                                                int64_t moeExpertNum,
                                                int64_t quantMode,
                                                int64_t syncFlag,
                                                int64_t ffnStartRankId,
                                                uint64_t *workspaceSize,
                                                aclOpExecutor **executor);

/**
 * Second phase of `aclnnAttentionToFFN`: queues the computation on `stream`.
 */
aclnnStatus aclnnAttentionToFFN(void *workspace,
                                uint64_t workspaceSize,
                                aclOpExecutor *executor,
                                aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
