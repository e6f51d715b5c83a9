/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnChamferDistanceBackward`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Adds `2 gradDist (point - nearest)` to the gradient of each point of both sets, and takes it off that of the nearest point of the other set, which `idx1` and `idx2` name. Points are pairs of numbers;
 * the gradients have the type of `xyz1`.
 */
aclnnStatus aclnnChamferDistanceBackwardGetWorkspaceSize(const aclTensor *xyz1,
                                                         const aclTensor *xyz2,
                                                         const aclTensor *idx1,
                                                         const aclTensor *idx2,
                                                         const aclTensor *gradDist1,
                                                         const aclTensor *gradDist2,
                                                         aclTensor *gradXyz1,
                                                         aclTensor *gradXyz2,
                                                         uint64_t *workspaceSize,
                                                         aclOpExecutor **executor);

/**
 * Second phase of `aclnnChamferDistanceBackward`: queues the computation on `stream`.
 */
aclnnStatus aclnnChamferDistanceBackward(void *workspace,
                                         uint64_t workspaceSize,
                                         aclOpExecutor *executor,
                                         aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
