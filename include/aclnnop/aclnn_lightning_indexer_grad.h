/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnLightningIndexerGrad`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes the gradients of `query`, `key` and `weights` of the scores `sum over heads of weights * relu(query @ key)` of the keys that `sparseIndices` lists, by the gradients `dy` of these: all FLOAT16 or BFLOAT16, 1 to 64 heads of 128 elements and
 * keys of one head. With `sparseMode` 3 as many numbers of a list count as there are keys up to `i + keys - queries`, with 0 all. Layouts are BSND and TND, whose lengths are the ends of sequences, INT32. Negative
 * numbers, and those of keys that a query does not see, are left out. Lists have at most 2048 numbers; `headNum` is the number of heads. Sums are in the order of queries, whatever `deterministic` says.
 */
aclnnStatus aclnnLightningIndexerGradGetWorkspaceSize(const aclTensor *query,
                                                      const aclTensor *key,
                                                      const aclTensor *dy,
                                                      const aclTensor *sparseIndices,
                                                      const aclTensor *weights,
                                                      const aclTensor *actualSeqQLenOptional,
                                                      const aclTensor *actualSeqKvLenOptional,
                                                      int64_t headNum,
                                                      char *inputLayout,
                                                      int64_t sparseMode,
                                                      int64_t preTokens,
                                                      int64_t nextTokens,
                                                      bool deterministic,
                                                      const aclTensor *dqOut,
                                                      const aclTensor *dkOut,
                                                      const aclTensor *dweightsOut,
                                                      uint64_t *workspaceSize,
                                                      aclOpExecutor **executor);

/**
 * Second phase of `aclnnLightningIndexerGrad`: queues the computation on `stream`.
 */
aclnnStatus aclnnLightningIndexerGrad(void *workspace,
                                      uint64_t workspaceSize,
                                      aclOpExecutor *executor,
                                      aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
