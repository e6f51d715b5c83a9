/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnAdaptiveAvgPool3dBackward`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes what each element of `self` gains: the elements of `gradOutput` of the windows that it is in, by the sizes of these, summed in DOUBLE in their order and
 * rounded once. `self` says the shape only. Ascend910 has averages of whole volumes only, other chips DOUBLE for these only.
 */
aclnnStatus aclnnAdaptiveAvgPool3dBackwardGetWorkspaceSize(const aclTensor *gradOutput,
                                                           const aclTensor *self,
                                                           aclTensor *out,
                                                           uint64_t *workspaceSize,
                                                           aclOpExecutor **executor);

/**
 * Second phase of `aclnnAdaptiveAvgPool3dBackward`: queues the computation on `stream`.
 */
aclnnStatus aclnnAdaptiveAvgPool3dBackward(void *workspace,
                                           uint64_t workspaceSize,
                                           aclOpExecutor *executor,
                                           aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
