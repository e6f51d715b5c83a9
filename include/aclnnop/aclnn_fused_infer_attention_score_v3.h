/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * As the first phase of `aclnnFusedInferAttentionScoreV3`: the workspace suffices for sequences of any lengths in tensors of these shapes, and the executor may be used or destroyed.
 */
aclnnStatus aclnnFusedInferAttentionScoreV3GetMaxWorkspaceSize(const aclTensor *query,
                                                               const aclTensorList *tensorListKey,
                                                               const aclTensorList *tensorListValue,
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
                                                               const aclTensor *tensorKeySharedPrefixOptional,
                                                               const aclTensor *tensorValueSharedPrefixOptional,
                                                               const aclIntArray *actualSharedPrefixLenOptional,
                                                               const aclTensor *queryRopeOptional,
                                                               const aclTensor *keyRopeOptional,
                                                               const aclTensor *keyRopeAntiquantScaleOptional,
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
                                                               const aclTensor *attentionOut,
                                                               const aclTensor *softmaxLse,
                                                               uint64_t *workspaceSize,
                                                               aclOpExecutor **executor);

/**
 * First phase of `aclnnFusedInferAttentionScoreV3`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes attention of each head of each sequence, for inference: `softmax(mask(scaleValue * query @ key^T + pseShift)) @ value`, as
 * `aclnnFusedInferAttentionScoreV2`, also of queries and keys in two parts.
 */
aclnnStatus aclnnFusedInferAttentionScoreV3GetWorkspaceSize(const aclTensor *query,
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
                                                            const aclTensor *attentionOut,
                                                            const aclTensor *softmaxLse,
                                                            uint64_t *workspaceSize,
                                                            aclOpExecutor **executor);

/**
 * Second phase of `aclnnFusedInferAttentionScoreV3`: queues the computation on `stream`.
 */
aclnnStatus aclnnFusedInferAttentionScoreV3(void *workspace,
                                            uint64_t workspaceSize,
                                            aclOpExecutor *executor,
                                            aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
