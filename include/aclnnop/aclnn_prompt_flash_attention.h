/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnPromptFlashAttention`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes attention of each head of each sequence, for inference: `softmax(mask(scaleValue * query @ key^T + pseShift)) @ value`.
 */
aclnnStatus aclnnPromptFlashAttentionGetWorkspaceSize(const aclTensor *query,
                                                      const aclTensor *key,
                                                      const aclTensor *value,
                                                      const aclTensor *pseShift,
                                                      const aclTensor *attenMask,
                                                      const aclIntArray *actualSeqLengths,
                                                      int64_t numHeads,
                                                      double scaleValue,
                                                      int64_t preTokens,
                                                      int64_t nextTokens,
                                                      char *inputLayout,
                                                      int64_t numKeyValueHeads,
                                                      const aclTensor *attentionOut,
                                                      uint64_t *workspaceSize,
                                                      aclOpExecutor **executor);

/**
 * Second phase of `aclnnPromptFlashAttention`: queues the computation on `stream`.
 */
aclnnStatus aclnnPromptFlashAttention(void *workspace,
                                      uint64_t workspaceSize,
                                      aclOpExecutor *executor,
                                      aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
