/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * As the first phase of `aclnnNsaCompressAttentionInfer`: the workspace suffices for sequences of any lengths in tensors of these shapes, and the executor may be used or destroyed.
 */
aclnnStatus aclnnNsaCompressAttentionInferGetMaxWorkspaceSize(const aclTensor *query,
                                                              const aclTensor *key,
                                                              const aclTensor *value,
                                                              const aclTensor *attentionMaskOptional,
                                                              const aclTensor *blockTableOptional,
                                                              const aclIntArray *actualQSeqLenOptional,
                                                              const aclIntArray *actualCmpKvSeqLenOptional,
                                                              const aclIntArray *actualSelKvSeqLenOptional,
                                                              const aclTensor *topKMaskOptional,
                                                              int64_t numHeads,
                                                              int64_t numKeyValueHeads,
                                                              int64_t selectBlockSize,
                                                              int64_t selectBlockCount,
                                                              int64_t compressBlockSize,
                                                              int64_t compressBlockStride,
                                                              double scaleValue,
                                                              char *layoutOptional,
                                                              int64_t pageBlockSize,
                                                              int64_t sparseMode,
                                                              const aclTensor *output,
                                                              const aclTensor *topKOutput,
                                                              uint64_t *workspaceSize,
                                                              aclOpExecutor **executor);

/**
 * First phase of `aclnnNsaCompressAttentionInfer`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `softmax(scaleValue * query @ key^T) @ value`, and lists for each row of `query` and head of keys `selectBlockCount` blocks of `selectBlockSize` tokens: the first one, the last two of those that the windows of all keys lie in, then others by their sums of weights, as
 * `aclnnNsaCompressAttention` adds them. FLOAT16 or BFLOAT16. `query` is TND, or BSND (the layout where `layoutOptional` is null); `key` and `value` are (blocks, `pageBlockSize`, heads times elements), which `blockTableOptional` (B, places) of INT32 names;
 * `actualCmpKvSeqLenOptional` are the lengths of their sequences. A sequence has `actualQSeqLenOptional` queries, one to four, if `actualSelKvSeqLenOptional`, its tokens, fit the keys; otherwise one. With a mask, whose elements are not read, a query that lies before the last token of the last
 * window does not see that key, where sequences have several queries. `topKMaskOptional` and `sparseMode` are not read. `topKOutput` is (T, Nkv, `selectBlockCount`) or (B, S, Nkv, `selectBlockCount`) of INT32.
 */
aclnnStatus aclnnNsaCompressAttentionInferGetWorkspaceSize(const aclTensor *query,
                                                           const aclTensor *key,
                                                           const aclTensor *value,
                                                           const aclTensor *attentionMaskOptional,
                                                           const aclTensor *blockTableOptional,
                                                           const aclIntArray *actualQSeqLenOptional,
                                                           const aclIntArray *actualCmpKvSeqLenOptional,
                                                           const aclIntArray *actualSelKvSeqLenOptional,
                                                           const aclTensor *topKMaskOptional,
                                                           int64_t numHeads,
                                                           int64_t numKeyValueHeads,
                                                           int64_t selectBlockSize,
                                                           int64_t selectBlockCount,
                                                           int64_t compressBlockSize,
                                                           int64_t compressBlockStride,
                                                           double scaleValue,
                                                           char *layoutOptional,
                                                           int64_t pageBlockSize,
                                                           int64_t sparseMode,
                                                           const aclTensor *output,
                                                           const aclTensor *topKOutput,
                                                           uint64_t *workspaceSize,
                                                           aclOpExecutor **executor);

/**
 * Second phase of `aclnnNsaCompressAttentionInfer`: queues the computation on `stream`.
 */
aclnnStatus aclnnNsaCompressAttentionInfer(void *workspace,
                                           uint64_t workspaceSize,
                                           aclOpExecutor *executor,
                                           aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
