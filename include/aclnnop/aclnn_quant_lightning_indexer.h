/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnQuantLightningIndexer`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * As `aclnnLightningIndexer`, of codes that scales belong to, one for each head of each row: scores are `sum over heads of weights * relu(queryScale * keyScale * (query @ key))`. INT8 with FLOAT16; on Ascend950 also
 * FLOAT8_E4M3FN with FLOAT16 or with BFLOAT16 weights and FLOAT scales, and HIFLOAT8 with the latter. `sparseCount` is at most 2048, both modes of quantisation 0; `preTokens` and `nextTokens` are not looked at.
 */
aclnnStatus aclnnQuantLightningIndexerGetWorkspaceSize(const aclTensor *query,
                                                       const aclTensor *key,
                                                       const aclTensor *weights,
                                                       const aclTensor *queryDequantScale,
                                                       const aclTensor *keyDequantScale,
                                                       const aclTensor *actualSeqLengthsQueryOptional,
                                                       const aclTensor *actualSeqLengthsKeyOptional,
                                                       const aclTensor *blockTableOptional,
                                                       int64_t queryQuantMode,
                                                       int64_t keyQuantMode,
                                                       char *layoutQueryOptional,
                                                       char *layoutKeyOptional,
                                                       int64_t sparseCount,
                                                       int64_t sparseMode,
                                                       int64_t preTokens,
                                                       int64_t nextTokens,
                                                       const aclTensor *out,
                                                       uint64_t *workspaceSize,
                                                       aclOpExecutor **executor);

/**
 * Second phase of `aclnnQuantLightningIndexer`: queues the computation on `stream`.
 */
aclnnStatus aclnnQuantLightningIndexer(void *workspace,
                                       uint64_t workspaceSize,
                                       aclOpExecutor *executor,
                                       aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
