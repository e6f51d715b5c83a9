/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnDynamicDualLevelMxQuant`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Quantises `x` with scales of two levels.
 */
aclnnStatus aclnnDynamicDualLevelMxQuantGetWorkspaceSize(const aclTensor *x,
                                                         const aclTensor *smoothScaleOptional,
                                                         char *roundModeOptional,
                                                         int64_t level0BlockSize,
                                                         int64_t level1BlockSize,
                                                         const aclTensor *yOut,
                                                         const aclTensor *level0ScaleOut,
                                                         const aclTensor *level1ScaleOut,
                                                         uint64_t *workspaceSize,
                                                         aclOpExecutor **executor);

/**
 * Second phase of `aclnnDynamicDualLevelMxQuant`: queues the computation on `stream`.
 */
aclnnStatus aclnnDynamicDualLevelMxQuant(void *workspace,
                                         uint64_t workspaceSize,
                                         aclOpExecutor *executor,
                                         aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
