/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnThreeInterpolateBackward`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes the gradient by m points, `gradY` (b, c, m): each element of `gradX` (b, c, n), times its three numbers in `weight` (b, n, 3), is added to the points that `idx` (b, n, 3) names, in the order of n. `gradX` and `gradY` may have one more
 * dimension of 1, with which they are NCHW. An index outside of 0 to m - 1 is an error of the stream. FLOAT or FLOAT16, all alike; on Ascend910B, Ascend910_93 and Ascend950.
 */
aclnnStatus aclnnThreeInterpolateBackwardGetWorkspaceSize(const aclTensor *gradX,
                                                          const aclTensor *idx,
                                                          const aclTensor *weight,
                                                          int m,
                                                          aclTensor *gradY,
                                                          uint64_t *workspaceSize,
                                                          aclOpExecutor **executor);

/**
 * Second phase of `aclnnThreeInterpolateBackward`: queues the computation on `stream`.
 */
aclnnStatus aclnnThreeInterpolateBackward(void *workspace,
                                          uint64_t workspaceSize,
                                          aclOpExecutor *executor,
                                          aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
