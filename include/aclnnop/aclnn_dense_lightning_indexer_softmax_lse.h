/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnDenseLightningIndexerSoftmaxLse`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes for each query `i` the largest of the scores `sum over heads of weight * relu(queryIndex @ keyIndex)` of the keys up to `i + keys - queries`, and the sum of exponentials of scores less that: FLOAT. Queries and keys are
 * FLOAT16 or BFLOAT16 with 8, 16, 32 or 64 heads and one head of 128 elements, weights of that type or FLOAT. Layouts are BSND and TND, of which `actualSeqLengths` are the ends of sequences; statistics are (B, 1, S) or (1, T).
 * `sparseMode` is 3; `preTokens` and `nextTokens` are not looked at. A query that sees no key has the lowest and the largest number of the type, a row that no sequence has 0. An empty `queryIndex` is no work.
 */
aclnnStatus aclnnDenseLightningIndexerSoftmaxLseGetWorkspaceSize(const aclTensor *queryIndex,
                                                                 const aclTensor *keyIndex,
                                                                 const aclTensor *weight,
                                                                 const aclIntArray *actualSeqLengthsQueryOptional,
                                                                 const aclIntArray *actualSeqLengthsKeyOptional,
                                                                 char *layoutOptional,
                                                                 int64_t sparseMode,
                                                                 int64_t preTokens,
                                                                 int64_t nextTokens,
                                                                 const aclTensor *softmaxMaxOut,
                                                                 const aclTensor *softmaxSumOut,
                                                                 uint64_t *workspaceSize,
                                                                 aclOpExecutor **executor);

/**
 * Second phase of `aclnnDenseLightningIndexerSoftmaxLse`: queues the computation on `stream`.
 */
aclnnStatus aclnnDenseLightningIndexerSoftmaxLse(void *workspace,
                                                 uint64_t workspaceSize,
                                                 aclOpExecutor *executor,
                                                 aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
