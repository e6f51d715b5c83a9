/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnGroupedMatmul`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Multiplies groups of rows, or each tensor of `x`, by a weight of their own, adds biases, and scales. The ends of the groups are known when the call is planned.
 */
aclnnStatus aclnnGroupedMatmulGetWorkspaceSize(const aclTensorList *x,
                                               const aclTensorList *weight,
                                               const aclTensorList *biasOptional,
                                               const aclTensorList *scaleOptional,
                                               const aclTensorList *offsetOptional,
                                               const aclTensorList *antiquantScaleOptional,
                                               const aclTensorList *antiquantOffsetOptional,
                                               const aclIntArray *groupListOptional,
                                               int64_t splitItem,
                                               const aclTensorList *y,
                                               uint64_t *workspaceSize,
                                               aclOpExecutor **executor);

/**
 * Second phase of `aclnnGroupedMatmul`: queues the computation on `stream`.
 */
aclnnStatus aclnnGroupedMatmul(void *workspace,
                               uint64_t workspaceSize,
                               aclOpExecutor *executor,
                               aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
