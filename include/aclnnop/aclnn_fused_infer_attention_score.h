/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnFusedInferAttentionScore`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes attention of each head of each sequence, for inference: `softmax(mask(scaleValue * query @ key^T + pseShift)) @ value`, of keys and values that lie in one
 * tensor, in a list of tensors or in blocks.
 */
aclnnStatus aclnnFusedInferAttentionScoreGetWorkspaceSize(const aclTensor *query,
                                                          const aclTensorList *key,
                                                          const aclTensorList *value,
                                                          const aclTensor *pseShift,
                                                          const aclTensor *attenMask,
                                                          const aclIntArray *actualSeqLengths,
                                                          const aclIntArray *actualSeqLengthsKv,
                                                          const aclTensor *deqScale1,
                                                          const aclTensor *quantScale1,
                                                          const aclTensor *deqScale2,
                                                          const aclTensor *quantScale2,
                                                          const aclTensor *quantOffset2,
                                                          const aclTensor *antiquantScale,
                                                          const aclTensor *antiquantOffset,
                                                          const aclTensor *blockTable,
                                                          const aclTensor *queryPaddingSize,
                                                          const aclTensor *kvPaddingSize,
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
                                                          const aclTensor *attentionOut,
                                                          const aclTensor *softmaxLse,
                                                          uint64_t *workspaceSize,
                                                          aclOpExecutor **executor);

/**
 * Second phase of `aclnnFusedInferAttentionScore`: queues the computation on `stream`.
 */
aclnnStatus aclnnFusedInferAttentionScore(void *workspace,
                                          uint64_t workspaceSize,
                                          aclOpExecutor *executor,
                                          aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
