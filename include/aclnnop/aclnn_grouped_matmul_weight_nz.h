/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnGroupedMatmulWeightNz`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * As `aclnnGroupedMatmulV5`, with weights that are stored in FRACTAL_NZ, whatever their format says. No groups of steps, and neither FLOAT, nor weights of INT8, INT4 and codes of 8 bits beside FLOAT16 and BFLOAT16.
 */
aclnnStatus aclnnGroupedMatmulWeightNzGetWorkspaceSize(const aclTensorList *x,
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
                                                       int64_t quantGroupSize,
                                                       aclTensorList *out,
                                                       aclTensorList *activationFeatureOutOptional,
                                                       aclTensorList *dynQuantScaleOutOptional,
                                                       uint64_t *workspaceSize,
                                                       aclOpExecutor **executor);

/**
 * Second phase of `aclnnGroupedMatmulWeightNz`: queues the computation on `stream`.
 */
aclnnStatus aclnnGroupedMatmulWeightNz(void *workspace,
                                       uint64_t workspaceSize,
                                       aclOpExecutor *executor,
                                       aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
