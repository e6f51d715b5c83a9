/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnGroupedMatmulV3`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * As `aclnnGroupedMatmulV2`, with the ends of the groups in a tensor that is read when the products run. Results of rows behind the last group are not written.
 */
aclnnStatus aclnnGroupedMatmulV3GetWorkspaceSize(const aclTensorList *x,
                                                 const aclTensorList *weight,
                                                 const aclTensorList *biasOptional,
                                                 const aclTensorList *scaleOptional,
                                                 const aclTensorList *offsetOptional,
                                                 const aclTensorList *antiquantScaleOptional,
                                                 const aclTensorList *antiquantOffsetOptional,
                                                 const aclTensor *groupListOptional,
                                                 int64_t splitItem,
                                                 int64_t groupType,
                                                 const aclTensorList *y,
                                                 uint64_t *workspaceSize,
                                                 aclOpExecutor **executor);

/**
 * Second phase of `aclnnGroupedMatmulV3`: queues the computation on `stream`.
 */
aclnnStatus aclnnGroupedMatmulV3(void *workspace,
                                 uint64_t workspaceSize,
                                 aclOpExecutor *executor,
                                 aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
