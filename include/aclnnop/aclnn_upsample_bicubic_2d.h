/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnUpsampleBicubic2d`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes images of `outputSize`: each element is made of four elements along each axis, by cubic convolution. A scale above 0 says how many there
 * are for each element; 0 or less, the sizes say it. With `alignCorners` the first and the last elements of both lie at the same places, and no
 * scale counts.
 */
aclnnStatus aclnnUpsampleBicubic2dGetWorkspaceSize(const aclTensor *self,
                                                   const aclIntArray *outputSize,
                                                   bool alignCorners,
                                                   double scalesH,
                                                   double scalesW,
                                                   aclTensor *out,
                                                   uint64_t *workspaceSize,
                                                   aclOpExecutor **executor);

/**
 * Second phase of `aclnnUpsampleBicubic2d`: queues the computation on `stream`.
 */
aclnnStatus aclnnUpsampleBicubic2d(void *workspace,
                                   uint64_t workspaceSize,
                                   aclOpExecutor *executor,
                                   aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
