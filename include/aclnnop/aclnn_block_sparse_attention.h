/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnBlockSparseAttention`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `softmax(scaleValue * query @ key^T) @ value`, where a query sees the keys of the blocks that `blockSparseMaskOptional` (sequences, heads, blocks of queries, blocks of keys; INT8) has another number than 0 for, or all keys if it is null.
 * FLOAT16 or BFLOAT16 in TND, BNSD or BSND, heads of 64 or 128 elements. A block has `blockShapeOptional` queries and keys, of which the second is a multiple of 128 (of 16 on Ascend950); null is 128 each. `actualSeqLengthsOptional` and `actualSeqLengthsKvOptional` are lengths of
 * sequences, which TND requires. With `softmaxLseFlag` 1 `softmaxLseOptional`, FLOAT, gets the logarithm of the sum of exponentials of each head of each row. A query without keys, and a row of no sequence, is 0, with a logarithm of infinity.
 * `attenMaskOptional` and `blockTableOptional` are null, `maskType` and `blockSize` 0, `preTokens` and `nextTokens` 2147483647; `innerPrecise` is 4 on Ascend950, otherwise 0, or of FLOAT16 also 1: the result is the same.
 */
aclnnStatus aclnnBlockSparseAttentionGetWorkspaceSize(const aclTensor *query,
                                                      const aclTensor *key,
                                                      const aclTensor *value,
                                                      const aclTensor *blockSparseMaskOptional,
                                                      const aclTensor *attenMaskOptional,
                                                      const aclIntArray *blockShapeOptional,
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
                                                      int64_t preTokens,
                                                      int64_t nextTokens,
                                                      int64_t softmaxLseFlag,
                                                      aclTensor *attentionOut,
                                                      aclTensor *softmaxLseOptional,
                                                      uint64_t *workspaceSize,
                                                      aclOpExecutor **executor);

/**
 * Second phase of `aclnnBlockSparseAttention`: queues the computation on `stream`.
 */
aclnnStatus aclnnBlockSparseAttention(void *workspace,
                                      uint64_t workspaceSize,
                                      aclOpExecutor *executor,
                                      aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
