/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnRainFusionAttention`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `softmax(scaleValue * query @ key^T) @ value`, where a block of `blockShape` queries sees the keys of the blocks whose numbers `selectIdx` (blocks of queries of all sequences, heads, the most blocks) lists; of each list the first `selectNumIdx` (blocks, heads) numbers count,
 * both INT64. Numbers of blocks that are not there are left out. FLOAT16 or BFLOAT16 in TND or BNSD, N / Nkv a divisor of 128 below it. `actualSeqLengthsOptional` and `actualSeqLengthsKvOptional` are lengths of sequences, which TND requires. A query without keys, and a row of no
 * sequence, is 0. `attenMaskOptional`, `blockTableOptional` and `softmaxLseOptional` are null, `maskType` 0, `innerPrecise` 0, or of FLOAT16 also 1: the result is the same. `blockSize` says nothing without a table.
 */
aclnnStatus aclnnRainFusionAttentionGetWorkspaceSize(const aclTensor *query,
                                                     const aclTensor *key,
                                                     const aclTensor *value,
                                                     const aclTensor *selectIdx,
                                                     const aclTensor *selectNumIdx,
                                                     const aclIntArray *blockShape,
                                                     const aclTensor *attenMaskOptional,
                                                     const aclIntArray *actualSeqLengthsOptional,
                                                     const aclIntArray *actualSeqLengthsKvOptional,
                                                     const aclTensor *blockTableOptional,
                                                     char *qInputLayout,
                                                     char *kvInputLayout,
                                                     int64_t numKeyValueHeads,
                                                     int64_t maskType,
                                                     double scaleValue,
                                                     int64_t innerPrecise,
                                                     int64_t blockSize,
                                                     const aclTensor *attentionOut,
                                                     const aclTensor *softmaxLseOptional,
                                                     uint64_t *workspaceSize,
                                                     aclOpExecutor **executor);

/**
 * Second phase of `aclnnRainFusionAttention`: queues the computation on `stream`.
 */
aclnnStatus aclnnRainFusionAttention(void *workspace,
                                     uint64_t workspaceSize,
                                     aclOpExecutor *executor,
                                     aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
