/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnNsaCompressAttention`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `softmax(scaleValue * query @ key^T) @ value`, and for each row of `query` and head of `key` the `selectBlockCount` blocks of `selectBlockSize` tokens of the highest sums of weights: of block `i`, with `a = selectBlockSize / compressStride` and
 * `b = compressBlockSize / compressStride`, over the heads that share the head of `key`, m below a and n below b of the weight of key `a * (i + 1) - m - n`, where there is one. The lower one of equal blocks comes first.
 * FLOAT16 or BFLOAT16 in TND: `query` (T, N, D), `key` (Tkv, Nkv, D), `value` (Tkv, Nkv, Dv) with Dv up to D, N / Nkv a divisor of 128. The ends of sequences are `actualSeqQLenOptional`, `actualCmpSeqKvLenOptional` and, of blocks,
 * `actualSelSeqKvLenOptional`. Not 0 in `attenMaskOptional` (queries, keys of a sequence) hides a key, not 0 in `topkMaskOptional` (queries, blocks) puts a block before others; BOOL or UINT8. `softmaxMaxOut` and `softmaxSumOut`, FLOAT (T, N, 8), lie by
 * sequences, heads, then queries. A row whose keys are all hidden is 0, and weighs no block.
 */
aclnnStatus aclnnNsaCompressAttentionGetWorkspaceSize(const aclTensor *query,
                                                      const aclTensor *key,
                                                      const aclTensor *value,
                                                      const aclTensor *attenMaskOptional,
                                                      const aclTensor *topkMaskOptional,
                                                      const aclIntArray *actualSeqQLenOptional,
                                                      const aclIntArray *actualCmpSeqKvLenOptional,
                                                      const aclIntArray *actualSelSeqKvLenOptional,
                                                      double scaleValue,
                                                      int64_t headNum,
                                                      char *inputLayout,
                                                      int64_t sparseMode,
                                                      int64_t compressBlockSize,
                                                      int64_t compressStride,
                                                      int64_t selectBlockSize,
                                                      int64_t selectBlockCount,
                                                      const aclTensor *softmaxMaxOut,
                                                      const aclTensor *softmaxSumOut,
                                                      const aclTensor *attentionOutOut,
                                                      const aclTensor *topkIndicesOut,
                                                      uint64_t *workspaceSize,
                                                      aclOpExecutor **executor);

/**
 * Second phase of `aclnnNsaCompressAttention`: queues the computation on `stream`.
 */
aclnnStatus aclnnNsaCompressAttention(void *workspace,
                                      uint64_t workspaceSize,
                                      aclOpExecutor *executor,
                                      aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
