/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnMean`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the mean over `dim` (all axes if empty) of the elements, converted to `dtype`, cast to the type of `out`. An empty `self` fills `out`
 * with NaN.
 */
aclnnStatus aclnnMeanGetWorkspaceSize(const aclTensor *self,
                                      const aclIntArray *dim,
                                      bool keepDim,
                                      aclDataType dtype,
                                      aclTensor *out,
                                      uint64_t *workspaceSize,
                                      aclOpExecutor **executor);

/**
 * Second phase of `aclnnMean`: queues the computation on `stream`.
 */
aclnnStatus aclnnMean(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

/**
 * First phase of `aclnnMeanV2`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the mean over `dim` in the type of `self`. No axes are all axes or, if `noopWithEmptyAxes` is true, none: then `self` is copied.
 */
aclnnStatus aclnnMeanV2GetWorkspaceSize(const aclTensor *self,
                                        const aclIntArray *dim,
                                        bool keepDim,
                                        bool noopWithEmptyAxes,
                                        aclTensor *out,
                                        uint64_t *workspaceSize,
                                        aclOpExecutor **executor);

/**
 * Second phase of `aclnnMeanV2`: queues the computation on `stream`.
 */
aclnnStatus aclnnMeanV2(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
