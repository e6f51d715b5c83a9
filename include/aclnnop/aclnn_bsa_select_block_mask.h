/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnBSASelectBlockMask`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes to `blockSparseMaskOut`, INT8 (sequences, heads, blocks of queries, blocks of keys), 1 for those pairs of a head of a sequence whose softmax over blocks of keys of `scaleValue * mean(query) @ mean(key)^T` is largest, of equal ones the first, and 0 for others: `sparsity`, between 0 and 1, times the number of its pairs, rounded, one at least.
 * FLOAT16 or BFLOAT16, BNSD or TND, heads of 128 elements, as many of `query` as of `key`. A block has `blockShape` queries and keys, multiples of 64; null is 128 each. `actualSeqLengths` and `actualSeqLengthsKV` are lengths of sequences, which TND requires. A mean is of the tokens of a block that are there, or of as many as
 * `actualBlockLenQuery` and `actualBlockLenKey` say, for each block of all sequences (BNSD: as many for each as the longest one has; TND: as it has itself); a block of 0 tokens has a mean of 0, and is not chosen. `postBlockShape` is null.
 */
aclnnStatus aclnnBSASelectBlockMaskGetWorkspaceSize(const aclTensor *query,
                                                    const aclTensor *key,
                                                    const aclIntArray *blockShape,
                                                    const aclIntArray *postBlockShape,
                                                    const aclIntArray *actualSeqLengths,
                                                    const aclIntArray *actualSeqLengthsKV,
                                                    const aclIntArray *actualBlockLenQuery,
                                                    const aclIntArray *actualBlockLenKey,
                                                    char *qInputLayout,
                                                    char *kvInputLayout,
                                                    int64_t numKeyValueHeads,
                                                    double scaleValue,
                                                    double sparsity,
                                                    aclTensor *blockSparseMaskOut,
                                                    uint64_t *workspaceSize,
                                                    aclOpExecutor **executor);

/**
 * Second phase of `aclnnBSASelectBlockMask`: queues the computation on `stream`.
 */
aclnnStatus aclnnBSASelectBlockMask(void *workspace,
                                    uint64_t workspaceSize,
                                    aclOpExecutor *executor,
                                    aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
