/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnFusedFloydAttention`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `attentionOutOut = w @ value1 + w @ value2` with `w = softmax(scaleValueOptional * (query @ key1^T + query @ key2^T))`. `query` is (B, H, N, M, D), `key1` and `value1` (B, H, N, K, D): a row
 * for each n; `key2` and `value2` (B, H, K, M, D): a row for each m. Where `attenMaskOptional`, (B, 1, N, 1, K), is 1, keys are hidden. `softmaxMaxOut` and `softmaxSumOut`, (B, H, N, M, 8), get the largest
 * score and the sum of exponentials, eight times each. FLOAT16 or BFLOAT16.
 */
aclnnStatus aclnnFusedFloydAttentionGetWorkspaceSize(const aclTensor *query,
                                                     const aclTensor *key1,
                                                     const aclTensor *value1,
                                                     const aclTensor *key2,
                                                     const aclTensor *value2,
                                                     const aclTensor *attenMaskOptional,
                                                     double scaleValueOptional,
                                                     const aclTensor *softmaxMaxOut,
                                                     const aclTensor *softmaxSumOut,
                                                     const aclTensor *attentionOutOut,
                                                     uint64_t *workspaceSize,
                                                     aclOpExecutor **executor);

/**
 * Second phase of `aclnnFusedFloydAttention`: queues the computation on `stream`.
 */
aclnnStatus aclnnFusedFloydAttention(void *workspace,
                                     uint64_t workspaceSize,
                                     aclOpExecutor *executor,
                                     aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
