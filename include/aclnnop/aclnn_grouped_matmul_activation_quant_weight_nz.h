/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnGroupedMatmulActivationQuantWeightNz`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Multiplies groups of rows by weights of their own, applies a Gaussian error linear unit and quantises the results. `tuningConfig` changes nothing.
 */
aclnnStatus aclnnGroupedMatmulActivationQuantWeightNzGetWorkspaceSize(const aclTensor *x,
                                                                      const aclTensor *groupList,
                                                                      const aclTensorList *weight,
                                                                      const aclTensorList *weightScale,
                                                                      const aclTensorList *bias,
                                                                      const aclTensor *xScaleOptional,
                                                                      const char *activationType,
                                                                      int64_t groupListType,
                                                                      const aclIntArray *tuningConfig,
                                                                      const char *quantMode,
                                                                      const char *roundMode,
                                                                      int64_t scaleAlg,
                                                                      float dstTypeMax,
                                                                      aclTensor *y,
                                                                      aclTensor *yScale,
                                                                      uint64_t *workspaceSize,
                                                                      aclOpExecutor **executor);

/**
 * Second phase of `aclnnGroupedMatmulActivationQuantWeightNz`: queues the computation on `stream`.
 */
aclnnStatus aclnnGroupedMatmulActivationQuantWeightNz(void *workspace,
                                                      uint64_t workspaceSize,
                                                      aclOpExecutor *executor,
                                                      aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
