/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnSparseFlashAttentionGrad`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the gradients of `aclnnSparseFlashAttention` by queries, keys, values and second parts from the gradient by its results, its results and its statistics: FLOAT16 or BFLOAT16, sums in DOUBLE, in one order whatever threads do. Lists, layouts,
 * lengths and `sparseMode` are those of `aclnnSparseFlashAttention`; `sparseBlockSize` is 1, 8, 16, 32 or 64, on Ascend950 1, where lists have a multiple of 1024 numbers up to 8192. Without `value` values are the keys, `dValueOut` is null, and
 * `dKeyOut` is the sum of both gradients. Second parts may be null, then both, with their gradients. `deterministic` does nothing. Rows of no sequence have gradients of 0.
 */
aclnnStatus aclnnSparseFlashAttentionGradGetWorkspaceSize(const aclTensor *query,
                                                          const aclTensor *key,
                                                          const aclTensor *value,
                                                          const aclTensor *sparseIndices,
                                                          const aclTensor *dOut,
                                                          const aclTensor *out,
                                                          const aclTensor *softmaxMax,
                                                          const aclTensor *softmaxSum,
                                                          const aclTensor *actualSeqLengthsQueryOptional,
                                                          const aclTensor *actualSeqLengthsKvOptional,
                                                          const aclTensor *queryRopeOptional,
                                                          const aclTensor *keyRopeOptional,
                                                          double scaleValue,
                                                          int64_t sparseBlockSize,
                                                          char *layoutOptional,
                                                          int64_t sparseMode,
                                                          int64_t preTokens,
                                                          int64_t nextTokens,
                                                          bool deterministic,
                                                          const aclTensor *dQueryOut,
                                                          const aclTensor *dKeyOut,
                                                          const aclTensor *dValueOut,
                                                          const aclTensor *dQueryRopeOutOptional,
                                                          const aclTensor *dKeyRopeOutOptional,
                                                          uint64_t *workspaceSize,
                                                          aclOpExecutor **executor);

/**
 * Second phase of `aclnnSparseFlashAttentionGrad`: queues the computation on `stream`.
 */
aclnnStatus aclnnSparseFlashAttentionGrad(void *workspace,
                                          uint64_t workspaceSize,
                                          aclOpExecutor *executor,
                                          aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
