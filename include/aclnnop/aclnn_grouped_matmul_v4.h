/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnGroupedMatmulV4`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * As `aclnnGroupedMatmulV3`, with lists of ends, of sizes or of numbers and sizes of groups, scales of rows, codes of 8 and 4 bits with scales of columns, groups, blocks and powers of two, and functions of the results.
 */
aclnnStatus aclnnGroupedMatmulV4GetWorkspaceSize(const aclTensorList *x,
                                                 const aclTensorList *weight,
                                                 const aclTensorList *biasOptional,
                                                 const aclTensorList *scaleOptional,
                                                 const aclTensorList *offsetOptional,
                                                 const aclTensorList *antiquantScaleOptional,
                                                 const aclTensorList *antiquantOffsetOptional,
                                                 const aclTensorList *perTokenScaleOptional,
                                                 const aclTensor *groupListOptional,
                                                 const aclTensorList *activationInputOptional,
                                                 const aclTensorList *activationQuantScaleOptional,
                                                 const aclTensorList *activationQuantOffsetOptional,
                                                 int64_t splitItem,
                                                 int64_t groupType,
                                                 int64_t groupListType,
                                                 int64_t actType,
                                                 aclTensorList *out,
                                                 aclTensorList *activationFeatureOutOptional,
                                                 aclTensorList *dynQuantScaleOutOptional,
                                                 uint64_t *workspaceSize,
                                                 aclOpExecutor **executor);

/**
 * Second phase of `aclnnGroupedMatmulV4`: queues the computation on `stream`.
 */
aclnnStatus aclnnGroupedMatmulV4(void *workspace,
                                 uint64_t workspaceSize,
                                 aclOpExecutor *executor,
                                 aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
