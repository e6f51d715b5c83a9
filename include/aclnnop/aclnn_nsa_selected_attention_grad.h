/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnNsaSelectedAttentionGrad`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes the gradients of `query`, `key` and `value` of `aclnnNsaSelectedAttention` by the gradient of its result. Types, shapes and modes are as there; `softmaxMax` and `softmaxSum` are its statistics. Keys that no query lists have the gradient 0.
 */
aclnnStatus aclnnNsaSelectedAttentionGradGetWorkspaceSize(const aclTensor *query,
                                                          const aclTensor *key,
                                                          const aclTensor *value,
                                                          const aclTensor *attentionOut,
                                                          const aclTensor *attentionOutGrad,
                                                          const aclTensor *softmaxMax,
                                                          const aclTensor *softmaxSum,
                                                          const aclTensor *topkIndices,
                                                          const aclIntArray *actualSeqQLenOptional,
                                                          const aclIntArray *actualSeqKvLenOptional,
                                                          const aclTensor *attenMaskOptional,
                                                          double scaleValue,
                                                          int64_t selectedBlockSize,
                                                          int64_t selectedBlockCount,
                                                          int64_t headNum,
                                                          char *inputLayout,
                                                          int64_t sparseMode,
                                                          const aclTensor *dqOut,
                                                          const aclTensor *dkOut,
                                                          const aclTensor *dvOut,
                                                          uint64_t *workspaceSize,
                                                          aclOpExecutor **executor);

/**
 * Second phase of `aclnnNsaSelectedAttentionGrad`: queues the computation on `stream`.
 */
aclnnStatus aclnnNsaSelectedAttentionGrad(void *workspace,
                                          uint64_t workspaceSize,
                                          aclOpExecutor *executor,
                                          aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
