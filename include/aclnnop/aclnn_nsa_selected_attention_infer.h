/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * As the first phase of `aclnnNsaSelectedAttentionInfer`: the workspace suffices for sequences of any lengths in tensors of these shapes, and the executor may be used or destroyed.
 */
aclnnStatus aclnnNsaSelectedAttentionInferGetMaxWorkspaceSize(const aclTensor *query,
                                                              const aclTensor *key,
                                                              const aclTensor *value,
                                                              const aclTensor *topkIndices,
                                                              const aclTensor *attenMaskOptional,
                                                              const aclTensor *blockTableOptional,
                                                              const aclIntArray *actualQSeqLenOptional,
                                                              const aclIntArray *actualKvSeqLenOptional,
                                                              char *layoutOptional,
                                                              int64_t numHeads,
                                                              int64_t numKeyValueHeads,
                                                              int64_t selectBlockSize,
                                                              int64_t selectBlockCount,
                                                              int64_t pageBlockSize,
                                                              double scaleValue,
                                                              int64_t sparseMode,
                                                              aclTensor *output,
                                                              uint64_t *workspaceSize,
                                                              aclOpExecutor **executor);

/**
 * First phase of `aclnnNsaSelectedAttentionInfer`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `softmax(scaleValue * query @ keys^T) @ values` over the keys of the blocks of `selectBlockSize` that `topkIndices` lists for each row of `query` and head of keys, up to the first number below 0. FLOAT16 or BFLOAT16.
 * `query` is BSH, BSND (the layout where `layoutOptional` is null) or TND, of up to four queries of a sequence; `key` and `value` are blocks of `pageBlockSize` (64 or 128) rows, (blocks, rows, heads times elements) or (blocks, rows, heads, elements), of 192 and 128 elements,
 * which `blockTableOptional` (B, places) of INT32 names. `actualQSeqLenOptional` and `actualKvSeqLenOptional` are lengths of sequences. A query sees keys up to itself, counted from the ends of both. `topkIndices` is (T, Nkv, `selectBlockCount`) or
 * (B, S, Nkv, `selectBlockCount`) of INT32. `attenMaskOptional` and `sparseMode` are not read.
 */
aclnnStatus aclnnNsaSelectedAttentionInferGetWorkspaceSize(const aclTensor *query,
                                                           const aclTensor *key,
                                                           const aclTensor *value,
                                                           const aclTensor *topkIndices,
                                                           const aclTensor *attenMaskOptional,
                                                           const aclTensor *blockTableOptional,
                                                           const aclIntArray *actualQSeqLenOptional,
                                                           const aclIntArray *actualKvSeqLenOptional,
                                                           char *layoutOptional,
                                                           int64_t numHeads,
                                                           int64_t numKeyValueHeads,
                                                           int64_t selectBlockSize,
                                                           int64_t selectBlockCount,
                                                           int64_t pageBlockSize,
                                                           double scaleValue,
                                                           int64_t sparseMode,
                                                           aclTensor *output,
                                                           uint64_t *workspaceSize,
                                                           aclOpExecutor **executor);

/**
 * Second phase of `aclnnNsaSelectedAttentionInfer`: queues the computation on `stream`.
 */
aclnnStatus aclnnNsaSelectedAttentionInfer(void *workspace,
                                           uint64_t workspaceSize,
                                           aclOpExecutor *executor,
                                           aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
