/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnSparseFlashAttention`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `softmax(scaleValue * (query @ key^T + queryRope @ keyRope^T)) @ key` over the keys that each query lists, FLOAT16 or BFLOAT16, with heads of 512 elements and second parts of 64, and keys of one head. `sparseIndices` are
 * numbers of blocks of `sparseBlockSizeOptional` keys of the sequence, ended by -1; only as many are read as there are blocks that the query sees. `sparseMode` 0: it sees all keys; 3: those up to
 * `i + keys - queries`. Layouts and lengths are those of `aclnnLightningIndexer`. Values are the keys: `value`, which may be null, is not read. With `returnSoftmaxLse` the largest score and the sum of
 * exponentials of each head of each query are written, (B, 1, S, N) or (1, T, N). A query that sees none of its keys has results and statistics of 0. `attentionMode` is 2.
 */
aclnnStatus aclnnSparseFlashAttentionGetWorkspaceSize(const aclTensor *query,
                                                      const aclTensor *key,
                                                      const aclTensor *value,
                                                      const aclTensor *sparseIndices,
                                                      const aclTensor *blockTableOptional,
                                                      const aclTensor *actualSeqLengthsQueryOptional,
                                                      const aclTensor *actualSeqLengthsKvOptional,
                                                      const aclTensor *queryRopeOptional,
                                                      const aclTensor *keyRopeOptional,
                                                      double scaleValue,
                                                      int64_t sparseBlockSizeOptional,
                                                      char *layoutQueryOptional,
                                                      char *layoutKvOptional,
                                                      int64_t sparseMode,
                                                      int64_t preTokens,
                                                      int64_t nextTokens,
                                                      int64_t attentionMode,
                                                      bool returnSoftmaxLse,
                                                      const aclTensor *attentionOut,
                                                      const aclTensor *softmaxMax,
                                                      const aclTensor *softmaxSum,
                                                      uint64_t *workspaceSize,
                                                      aclOpExecutor **executor);

/**
 * Second phase of `aclnnSparseFlashAttention`: queues the computation on `stream`.
 */
aclnnStatus aclnnSparseFlashAttention(void *workspace,
                                      uint64_t workspaceSize,
                                      aclOpExecutor *executor,
                                      aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
