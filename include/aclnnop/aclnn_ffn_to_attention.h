/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnFFNToAttention`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes the first `actualTokenNum` rows, each into the memory of the rank that `attnRankTable` has for its session, at (micro batch, token, expert) of `tokenDataShape` (micro batches, tokens, experts of a token, elements of a row), then a mark of 1 for each in `tokenInfoTableShape` (micro batches, tokens,
 * experts). A number that is outside ends the task with an error before anything is written.
 */
aclnnStatus aclnnFFNToAttentionGetWorkspaceSize(const aclTensor *x,
                                                const aclTensor *sessionIds,
                                                const aclTensor *microBatchIds,
                                                const aclTensor *tokenIds,
                                                const aclTensor *expertOffsets,
                                                const aclTensor *actualTokenNum,
                                                const aclTensor *attnRankTable,
                                                const char *group,
                                                int64_t worldSize,
                                                const aclIntArray *tokenInfoTableShape,
                                                const aclIntArray *tokenDataShape,
                                                uint64_t *workspaceSize,
                                                aclOpExecutor **executor);

/**
 * Second phase of `aclnnFFNToAttention`: queues the computation on `stream`.
 */
aclnnStatus aclnnFFNToAttention(void *workspace,
                                uint64_t workspaceSize,
                                aclOpExecutor *executor,
                                aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
