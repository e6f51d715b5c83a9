/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnKvQuantSparseFlashAttention`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `softmax(scaleValue * query @ key^T) @ value` over the keys that each query lists. Rows of `query`, FLOAT16 or BFLOAT16, have 576 elements; rows of `key`, of one head, 656 bytes in a tensor of INT8, on Ascend950 also FLOAT8_E4M3FN or HIFLOAT8:
 * 512 elements of that type, of which 128 each are multiplied by a scale, 64 elements of the type of `query`, and the four scales, FLOAT. Values are the 512 elements: `value` is not read. Lists, layouts, lengths and `sparseMode` are those of
 * `aclnnSparseFlashAttention`; `sparseBlockSizeOptional` is a power of two up to 16, on Ascend950 1, where lists of HIFLOAT8 have 2048 numbers. A query that sees none of its keys has results of 0. Modes: `keyQuantMode` and `valueQuantMode` 2,
 * `attentionMode` 2, `quantScaleRepoMode` 1, `tileSize` 128, `ropeHeadDim` 64.
 */
aclnnStatus aclnnKvQuantSparseFlashAttentionGetWorkspaceSize(const aclTensor *query,
                                                             const aclTensor *key,
                                                             const aclTensor *value,
                                                             const aclTensor *sparseIndices,
                                                             const aclTensor *keyDequantScaleOptional,
                                                             const aclTensor *valueDequantScaleOptional,
                                                             const aclTensor *blockTableOptional,
                                                             const aclTensor *actualSeqLengthsQueryOptional,
                                                             const aclTensor *actualSeqLengthsKvOptional,
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
 * Second phase of `aclnnKvQuantSparseFlashAttention`: queues the computation on `stream`.
 */
aclnnStatus aclnnKvQuantSparseFlashAttention(void *workspace,
                                             uint64_t workspaceSize,
                                             aclOpExecutor *executor,
                                             aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
