/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnAdaptiveMaxPool2d`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes the largest element of each of `outputSize` windows over the images of `self`, and its number in the image. Window k of n over m elements begins at km / n,
 * rounded down, and ends before (k + 1)m / n, rounded up. NaN is larger than all numbers; of equal elements the first is taken.
 */
aclnnStatus aclnnAdaptiveMaxPool2dGetWorkspaceSize(const aclTensor *self,
                                                   const aclIntArray *outputSize,
                                                   aclTensor *outputOut,
                                                   aclTensor *indicesOut,
                                                   uint64_t *workspaceSize,
                                                   aclOpExecutor **executor);

/**
 * Second phase of `aclnnAdaptiveMaxPool2d`: queues the computation on `stream`.
 */
aclnnStatus aclnnAdaptiveMaxPool2d(void *workspace,
                                   uint64_t workspaceSize,
                                   aclOpExecutor *executor,
                                   aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
