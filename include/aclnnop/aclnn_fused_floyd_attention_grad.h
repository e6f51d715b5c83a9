/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnFusedFloydAttentionGrad`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the gradients by queries, keys and values of `aclnnFusedFloydAttention` of the gradient by its results, `dy`, its results, `attentionIn`, and its statistics. FLOAT16 or BFLOAT16.
 */
aclnnStatus aclnnFusedFloydAttentionGradGetWorkspaceSize(const aclTensor *query,
                                                         const aclTensor *key1,
                                                         const aclTensor *value1,
                                                         const aclTensor *key2,
                                                         const aclTensor *value2,
                                                         const aclTensor *dy,
                                                         const aclTensor *attenMaskOptional,
                                                         const aclTensor *softmaxMax,
                                                         const aclTensor *softmaxSum,
                                                         const aclTensor *attentionIn,
                                                         double scaleValue,
                                                         const aclTensor *dqOut,
                                                         const aclTensor *dk1Out,
                                                         const aclTensor *dv1Out,
                                                         const aclTensor *dk2Out,
                                                         const aclTensor *dv2Out,
                                                         uint64_t *workspaceSize,
                                                         aclOpExecutor **executor);

/**
 * Second phase of `aclnnFusedFloydAttentionGrad`: queues the computation on `stream`.
 */
aclnnStatus aclnnFusedFloydAttentionGrad(void *workspace,
                                         uint64_t workspaceSize,
                                         aclOpExecutor *executor,
                                         aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
