/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnKvQuantSparseFlashAttentionV2`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * As `aclnnKvQuantSparseFlashAttention`, on Ascend950 also with a sink: `sinksOptional`, FLOAT, is the score of one more key of each head, whose value is 0.
 */
aclnnStatus aclnnKvQuantSparseFlashAttentionV2GetWorkspaceSize(const aclTensor *query,
                                                               const aclTensor *key,
                                                               const aclTensor *value,
                                                               const aclTensor *sparseIndices,
                                                               const aclTensor *keyDequantScaleOptional,
                                                               const aclTensor *valueDequantScaleOptional,
                                                               const aclTensor *blockTableOptional,
                                                               const aclTensor *actualSeqLengthsQueryOptional,
                                                               const aclTensor *actualSeqLengthsKvOptional,
                                                               const aclTensor *sinksOptional,
                                                               double scaleValue,
                                                               int64_t keyQuantMode,
                                                               int64_t valueQuantMode,
                                                               int64_t sparseBlockSizeOptional,
                                                               char *layoutQueryOptional,
                                                               char *layoutKvOptional,
                                                               int64_t sparseMode,
                                                               int64_t preTokens,
                                                               int64_t nextTokens,
                                                               int64_t attentionMode,
                                                               int64_t quantScaleRepoMode,
                                                               int64_t tileSize,
                                                               int64_t ropeHeadDim,
                                                               const aclTensor *attentionOut,
                                                               uint64_t *workspaceSize,
                                                               aclOpExecutor **executor);

/**
 * Second phase of `aclnnKvQuantSparseFlashAttentionV2`: queues the computation on `stream`.
 */
aclnnStatus aclnnKvQuantSparseFlashAttentionV2(void *workspace,
                                               uint64_t workspaceSize,
                                               aclOpExecutor *executor,
                                               aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
