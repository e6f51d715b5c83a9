/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnLightningIndexer`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Selects for each query `i` of a sequence the `sparseCount` keys `j` of the largest `sum over heads of weights * relu(query @ key)`: FLOAT16 or BFLOAT16, heads of 128 elements, keys of one head. `sparseMode` 0: of
 * all keys; 3: of those up to `i + keys - queries`. `query` is (B, S, N, D) or, as TND, (T, N, D); `key` the same, or (blocks, rows, 1, D) with a table of blocks as PA_BSND. Lengths are INT32 tensors: of TND
 * where sequences end. Indices stand in the order of falling scores, the lower one of equal scores first, and -1 behind the last one; `sparseValuesOut` are the scores, minus infinity behind the last
 * one. Rows that no sequence has are -1. Lengths and numbers of blocks outside their tensors are an error of the stream.
 */
aclnnStatus aclnnLightningIndexerGetWorkspaceSize(const aclTensor *query,
                                                  const aclTensor *key,
                                                  const aclTensor *weights,
                                                  const aclTensor *actualSeqLengthsQueryOptional,
                                                  const aclTensor *actualSeqLengthsKeyOptional,
                                                  const aclTensor *blockTableOptional,
                                                  char *layoutQueryOptional,
                                                  char *layoutKeyOptional,
                                                  int64_t sparseCount,
                                                  int64_t sparseMode,
                                                  int64_t preTokens,
                                                  int64_t nextTokens,
                                                  bool returnValues,
                                                  const aclTensor *sparseIndicesOut,
                                                  const aclTensor *sparseValuesOut,
                                                  uint64_t *workspaceSize,
                                                  aclOpExecutor **executor);

/**
 * Second phase of `aclnnLightningIndexer`: queues the computation on `stream`.
 */
aclnnStatus aclnnLightningIndexer(void *workspace,
                                  uint64_t workspaceSize,
                                  aclOpExecutor *executor,
                                  aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
