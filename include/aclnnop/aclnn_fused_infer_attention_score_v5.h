/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * As the first phase of `aclnnFusedInferAttentionScoreV5`: the workspace suffices for sequences of any lengths in tensors of these shapes, and the executor may be used or destroyed.
 */
aclnnStatus aclnnFusedInferAttentionScoreV5GetMaxWorkspaceSize(const aclTensor *query,
                                                               const aclTensorList *key,
                                                               const aclTensorList *value,
                                                               const aclTensor *pseShiftOptional,
                                                               const aclTensor *attenMaskOptional,
                                                               const aclIntArray *actualSeqLengthsOptional,
                                                               const aclIntArray *actualSeqLengthsKvOptional,
                                                               const aclTensor *deqScale1Optional,
                                                               const aclTensor *quantScale1Optional,
                                                               const aclTensor *deqScale2Optional,
                                                               const aclTensor *quantScale2Optional,
                                                               const aclTensor *quantOffset2Optional,
                                                               const aclTensor *antiquantScaleOptional,
                                                               const aclTensor *antiquantOffsetOptional,
                                                               const aclTensor *blockTableOptional,
                                                               const aclTensor *queryPaddingSizeOptional,
                                                               const aclTensor *kvPaddingSizeOptional,
                                                               const aclTensor *keyAntiquantScaleOptional,
                                                               const aclTensor *keyAntiquantOffsetOptional,
                                                               const aclTensor *valueAntiquantScaleOptional,
                                                               const aclTensor *valueAntiquantOffsetOptional,
                                                               const aclTensor *keySharedPrefixOptional,
                                                               const aclTensor *valueSharedPrefixOptional,
                                                               const aclIntArray *actualSharedPrefixLenOptional,
                                                               const aclTensor *queryRopeOptional,
                                                               const aclTensor *keyRopeOptional,
                                                               const aclTensor *keyRopeAntiquantScaleOptional,
                                                               const aclTensor *dequantScaleQueryOptional,
                                                               const aclTensor *learnableSinkOptional,
                                                               const aclIntArray *qStartIdxOptional,
                                                               const aclIntArray *kvStartIdxOptional,
                                                               int64_t numHeads,
                                                               double scaleValue,
                                                               int64_t preTokens,
                                                               int64_t nextTokens,
                                                               char *inputLayout,
                                                               int64_t numKeyValueHeads,
                                                               int64_t sparseMode,
                                                               int64_t innerPrecise,
                                                               int64_t blockSize,
                                                               int64_t antiquantMode,
                                                               bool softmaxLseFlag,
                                                               int64_t keyAntiquantMode,
                                                               int64_t valueAntiquantMode,
                                                               int64_t queryQuantMode,
                                                               int64_t pseType,
                                                               const aclTensor *attentionOut,
                                                               const aclTensor *softmaxLse,
                                                               uint64_t *workspaceSize,
                                                               aclOpExecutor **executor);

/**
 * First phase of `aclnnFusedInferAttentionScoreV5`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes attention of each head of each sequence, for inference: `softmax(mask(scaleValue * query @ key^T + pseShift)) @ value`, as
 * `aclnnFusedInferAttentionScoreV4`, also with slopes. On Ascend950 queries, keys and values of FLOAT8_E4M3FN also have scales of groups (MxFP8) or of rows and heads, with results in FLOAT16 or
 * BFLOAT16. D is 64 or 128, N and KN are the heads of queries and keys, T and KT their rows:
 *
 * | `queryQuantMode`, `keyAntiquantMode`, `valueAntiquantMode` | `inputLayout` | keys and values | `dequantScaleQueryOptional` | `keyAntiquantScaleOptional` | `valueAntiquantScaleOptional` |
 * |---|---|---|---|---|---|
 * | 6, 6, 8: FLOAT8_E8M0 | TND | TND | (T, N, D/64, 2) or (KN, T, N/KN, D/64, 2) | (KT, KN, D/64, 2) | (blocks of 64 rows of each sequence, KN, D, 2) |
 * | 6, 6, 8 | TND | (blocks, KN, rows, D) | the same | (blocks, KN, rows, D/64, 2) | (blocks, KN, rows/64, D, 2) |
 * | 6, 6, 8 | TND | (blocks, KN, D/32, rows, 32) | the same | (blocks, KN, rows/16, D/64, 16, 2) | (blocks, KN, D/16, rows/64, 16, 2) |
 * | 3, 3, 2: FLOAT | NTD_TND, D is 128 | (blocks, KN, 128, D) | (N, T) | (blocks, KN, 128) | (KN) |
 *
 * There `sparseMode` is 0 without a mask or 3 with it, and second parts for rotary positions (BFLOAT16, modes 6, 6 and 8) have no scales. `quantScale1Optional`, needed with modes 3, 3 and 2, is not
 * read: it scales weights before they are rounded, which is not done.
 */
aclnnStatus aclnnFusedInferAttentionScoreV5GetWorkspaceSize(const aclTensor *query,
                                                            const aclTensorList *key,
                                                            const aclTensorList *value,
                                                            const aclTensor *pseShiftOptional,
                                                            const aclTensor *attenMaskOptional,
                                                            const aclIntArray *actualSeqLengthsOptional,
                                                            const aclIntArray *actualSeqLengthsKvOptional,
                                                            const aclTensor *deqScale1Optional,
                                                            const aclTensor *quantScale1Optional,
                                                            const aclTensor *deqScale2Optional,
                                                            const aclTensor *quantScale2Optional,
                                                            const aclTensor *quantOffset2Optional,
                                                            const aclTensor *antiquantScaleOptional,
                                                            const aclTensor *antiquantOffsetOptional,
                                                            const aclTensor *blockTableOptional,
                                                            const aclTensor *queryPaddingSizeOptional,
                                                            const aclTensor *kvPaddingSizeOptional,
                                                            const aclTensor *keyAntiquantScaleOptional,
                                                            const aclTensor *keyAntiquantOffsetOptional,
                                                            const aclTensor *valueAntiquantScaleOptional,
                                                            const aclTensor *valueAntiquantOffsetOptional,
                                                            const aclTensor *keySharedPrefixOptional,
                                                            const aclTensor *valueSharedPrefixOptional,
                                                            const aclIntArray *actualSharedPrefixLenOptional,
                                                            const aclTensor *queryRopeOptional,
                                                            const aclTensor *keyRopeOptional,
                                                            const aclTensor *keyRopeAntiquantScaleOptional,
                                                            const aclTensor *dequantScaleQueryOptional,
                                                            const aclTensor *learnableSinkOptional,
                                                            const aclIntArray *qStartIdxOptional,
                                                            const aclIntArray *kvStartIdxOptional,
                                                            int64_t numHeads,
                                                            double scaleValue,
                                                            int64_t preTokens,
                                                            int64_t nextTokens,
                                                            char *inputLayout,
                                                            int64_t numKeyValueHeads,
                                                            int64_t sparseMode,
                                                            int64_t innerPrecise,
                                                            int64_t blockSize,
                                                            int64_t antiquantMode,
                                                            bool softmaxLseFlag,
                                                            int64_t keyAntiquantMode,
                                                            int64_t valueAntiquantMode,
                                                            int64_t queryQuantMode,
                                                            int64_t pseType,
                                                            const aclTensor *attentionOut,
                                                            const aclTensor *softmaxLse,
                                                            uint64_t *workspaceSize,
                                                            aclOpExecutor **executor);

/**
 * Second phase of `aclnnFusedInferAttentionScoreV5`: queues the computation on `stream`.
 */
aclnnStatus aclnnFusedInferAttentionScoreV5(void *workspace,
                                            uint64_t workspaceSize,
                                            aclOpExecutor *executor,
                                            aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
