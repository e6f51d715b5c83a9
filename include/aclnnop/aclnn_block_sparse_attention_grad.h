/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnBlockSparseAttentionGrad`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes the gradients of `query`, `key` and `value` of `aclnnBlockSparseAttention` by the gradient `dout` of its result `attentionOut`. `softmaxLse` is its logarithm; `blockSparseMaskOptional` is BOOL or UINT8. Types, layouts (BSND on Ascend950 alone), blocks and lengths are as there, but that blocks may have
 * any number of keys. Rows of no sequence have the gradient 0.
 */
aclnnStatus aclnnBlockSparseAttentionGradGetWorkspaceSize(const aclTensor *dout,
                                                          const aclTensor *query,
                                                          const aclTensor *key,
                                                          const aclTensor *value,
                                                          const aclTensor *attentionOut,
                                                          const aclTensor *softmaxLse,
                                                          const aclTensor *blockSparseMaskOptional,
                                                          const aclTensor *attenMaskOptional,
                                                          const aclIntArray *blockShapeOptional,
                                                          const aclIntArray *actualSeqLengthsOptional,
                                                          const aclIntArray *actualSeqLengthsKvOptional,
                                                          char *qInputLayout,
                                                          char *kvInputLayout,
                                                          int64_t numKeyValueHeads,
                                                          int64_t maskType,
                                                          double scaleValue,
                                                          int64_t preTokens,
                                                          int64_t nextTokens,
                                                          aclTensor *dq,
                                                          aclTensor *dk,
                                                          aclTensor *dv,
                                                          uint64_t *workspaceSize,
                                                          aclOpExecutor **executor);

/**
 * Second phase of `aclnnBlockSparseAttentionGrad`: queues the computation on `stream`.
 */
aclnnStatus aclnnBlockSparseAttentionGrad(void *workspace,
                                          uint64_t workspaceSize,
                                          aclOpExecutor *executor,
                                          aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
