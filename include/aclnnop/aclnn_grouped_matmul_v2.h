/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnGroupedMatmulV2`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * As `aclnnGroupedMatmul`, with groups of rows (`groupType` 0), of inner elements (2), or none (-1), and one weight of rank 3; FLOAT on Ascend910B too.
 */
aclnnStatus aclnnGroupedMatmulV2GetWorkspaceSize(const aclTensorList *x,
                                                 const aclTensorList *weight,
                                                 const aclTensorList *biasOptional,
                                                 const aclTensorList *scaleOptional,
                                                 const aclTensorList *offsetOptional,
                                                 const aclTensorList *antiquantScaleOptional,
                                                 const aclTensorList *antiquantOffsetOptional,
                                                 const aclIntArray *groupListOptional,
                                                 int64_t splitItem,
                                                 int64_t groupType,
                                                 const aclTensorList *y,
                                                 uint64_t *workspaceSize,
                                                 aclOpExecutor **executor);

/**
 * Second phase of `aclnnGroupedMatmulV2`: queues the computation on `stream`.
 */
aclnnStatus aclnnGroupedMatmulV2(void *workspace,
                                 uint64_t workspaceSize,
                                 aclOpExecutor *executor,
                                 aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
