/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnPromptFlashAttentionV3`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes attention of each head of each sequence, for inference: `softmax(mask(scaleValue * query @ key^T + pseShift)) @ value`.
 */
aclnnStatus aclnnPromptFlashAttentionV3GetWorkspaceSize(const aclTensor *query,
                                                        const aclTensor *key,
                                                        const aclTensor *value,
                                                        const aclTensor *pseShift,
                                                        const aclTensor *attenMask,
                                                        const aclIntArray *actualSeqLengths,
                                                        const aclIntArray *actualSeqLengthsKv,
                                                        const aclTensor *deqScale1,
                                                        const aclTensor *quantScale1,
                                                        const aclTensor *deqScale2,
                                                        const aclTensor *quantScale2,
                                                        const aclTensor *quantOffset2,
                                                        int64_t numHeads,
                                                        double scaleValue,
                                                        int64_t preTokens,
                                                        int64_t nextTokens,
                                                        char *inputLayout,
                                                        int64_t numKeyValueHeads,
                                                        int64_t sparseMode,
                                                        int64_t innerPrecise,
                                                        const aclTensor *attentionOut,
                                                        uint64_t *workspaceSize,
                                                        aclOpExecutor **executor);

/**
 * Second phase of `aclnnPromptFlashAttentionV3`: queues the computation on `stream`.
 */
aclnnStatus aclnnPromptFlashAttentionV3(void *workspace,
                                        uint64_t workspaceSize,
                                        aclOpExecutor *executor,
                                        aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
