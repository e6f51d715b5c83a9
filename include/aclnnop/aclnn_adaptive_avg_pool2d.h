/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnAdaptiveAvgPool2d`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes the average of each of `outputSize` windows over the images of `self`, rounded once. Window k of n over m elements begins at km / n, rounded down, and ends
 * before (k + 1)m / n, rounded up.
 */
aclnnStatus aclnnAdaptiveAvgPool2dGetWorkspaceSize(const aclTensor *self,
                                                   const aclIntArray *outputSize,
                                                   aclTensor *out,
                                                   uint64_t *workspaceSize,
                                                   aclOpExecutor **executor);

/**
 * Second phase of `aclnnAdaptiveAvgPool2d`: queues the computation on `stream`.
 */
aclnnStatus aclnnAdaptiveAvgPool2d(void *workspace,
                                   uint64_t workspaceSize,
                                   aclOpExecutor *executor,
                                   aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
