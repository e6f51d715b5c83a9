/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnGroupedMatmulV5`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * As `aclnnGroupedMatmulV4`. Of `tuningConfigOptional` 1 as second number says that weights of INT4 beside INT8 are of columns by steps, (E, N, K), in FRACTAL_NZ; the others change nothing.
 */
aclnnStatus aclnnGroupedMatmulV5GetWorkspaceSize(const aclTensorList *x,
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
                                                 aclIntArray *tuningConfigOptional,
                                                 aclTensorList *out,
                                                 aclTensorList *activationFeatureOutOptional,
                                                 aclTensorList *dynQuantScaleOutOptional,
                                                 uint64_t *workspaceSize,
                                                 aclOpExecutor **executor);

/**
 * Second phase of `aclnnGroupedMatmulV5`: queues the computation on `stream`.
 */
aclnnStatus aclnnGroupedMatmulV5(void *workspace,
                                 uint64_t workspaceSize,
                                 aclOpExecutor *executor,
                                 aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
