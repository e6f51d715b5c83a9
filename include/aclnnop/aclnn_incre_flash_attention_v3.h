/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnIncreFlashAttentionV3`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes attention of one query of each sequence: `softmax(mask(scaleValue * query @ key^T + pseShift)) @ value`. `actualSeqLengths` are lengths of keys.
 */
aclnnStatus aclnnIncreFlashAttentionV3GetWorkspaceSize(const aclTensor *query,
                                                       const aclTensorList *key,
                                                       const aclTensorList *value,
                                                       const aclTensor *pseShift,
                                                       const aclTensor *attenMask,
                                                       const aclIntArray *actualSeqLengths,
                                                       const aclTensor *dequantScale1,
                                                       const aclTensor *quantScale1,
                                                       const aclTensor *dequantScale2,
                                                       const aclTensor *quantScale2,
                                                       const aclTensor *quantOffset2,
                                                       const aclTensor *antiquantScale,
                                                       const aclTensor *antiquantOffset,
                                                       const aclTensor *blocktable,
                                                       int64_t numHeads,
                                                       double scaleValue,
                                                       char *inputLayout,
                                                       int64_t numKeyValueHeads,
                                                       int64_t blockSize,
                                                       int64_t innerPrecise,
                                                       const aclTensor *attentionOut,
                                                       uint64_t *workspaceSize,
                                                       aclOpExecutor **executor);

/**
 * Second phase of `aclnnIncreFlashAttentionV3`: queues the computation on `stream`.
 */
aclnnStatus aclnnIncreFlashAttentionV3(void *workspace,
                                       uint64_t workspaceSize,
                                       aclOpExecutor *executor,
                                       aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
