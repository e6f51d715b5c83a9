/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnAmpUpdateScale`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes the factor and the number of steps since it changed: the factor by `backoffFactor` and 0 if `foundInf` is not 0; the factor by `growthFactor`, if that is
 * finite, and 0 after `growthInterval` steps; otherwise the factor and one step more. The outputs may be the inputs.
 */
aclnnStatus aclnnAmpUpdateScaleGetWorkspaceSize(const aclTensor *currentScale,
                                                const aclTensor *growthTracker,
                                                const aclTensor *foundInf,
                                                double growthFactor,
                                                double backoffFactor,
                                                int64_t growthInterval,
                                                const aclTensor *updatedScale,
                                                const aclTensor *updatedGrowthTracker,
                                                uint64_t *workspaceSize,
                                                aclOpExecutor **executor);

/**
 * Second phase of `aclnnAmpUpdateScale`: queues the computation on `stream`.
 */
aclnnStatus aclnnAmpUpdateScale(void *workspace,
                                uint64_t workspaceSize,
                                aclOpExecutor *executor,
                                aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
