/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnMultiScaleDeformableAttentionGrad`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the gradients of `aclnnMultiScaleDeformableAttnFunction` by `value`, `location` and `attnWeight` from `gradOutput` (bs, queries, heads * channels); sums are made in the order of queries. FLOAT, FLOAT16 or BFLOAT16; on Ascend910B,
 * Ascend910_93 and Ascend950.
 */
aclnnStatus aclnnMultiScaleDeformableAttentionGradGetWorkspaceSize(const aclTensor *value,
                                                                   const aclTensor *spatialShape,
                                                                   const aclTensor *levelStartIndex,
                                                                   const aclTensor *location,
                                                                   const aclTensor *attnWeight,
                                                                   const aclTensor *gradOutput,
                                                                   aclTensor *gradValue,
                                                                   aclTensor *gradLocation,
                                                                   aclTensor *gradAttnWeight,
                                                                   uint64_t *workspaceSize,
                                                                   aclOpExecutor **executor);

/**
 * Second phase of `aclnnMultiScaleDeformableAttentionGrad`: queues the computation on `stream`.
 */
aclnnStatus aclnnMultiScaleDeformableAttentionGrad(void *workspace,
                                                   uint64_t workspaceSize,
                                                   aclOpExecutor *executor,
                                                   aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
