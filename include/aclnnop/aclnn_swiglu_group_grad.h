/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnSwigluGroupGrad`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the gradients of a gated unit of groups of rows.
 */
aclnnStatus aclnnSwigluGroupGradGetWorkspaceSize(const aclTensor *gradY,
                                                 const aclTensor *x,
                                                 const aclTensor *weightOptional,
                                                 const aclTensor *yOriginOptional,
                                                 const aclTensor *groupIndexOptional,
                                                 float clampLimit,
                                                 aclTensor *gradXOut,
                                                 aclTensor *gradWeightOutOptional,
                                                 uint64_t *workspaceSize,
                                                 aclOpExecutor **executor);

/**
 * Second phase of `aclnnSwigluGroupGrad`: queues the computation on `stream`.
 */
aclnnStatus aclnnSwigluGroupGrad(void *workspace,
                                 uint64_t workspaceSize,
                                 aclOpExecutor *executor,
                                 aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
