/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnCdistBackward`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the gradient of `aclnnCdist` by `x1` of that by the distances and of the distances themselves, in DOUBLE and rounded once. A `p` of -1 is infinity. Where a distance is 0, the gradient is.
 */
aclnnStatus aclnnCdistBackwardGetWorkspaceSize(const aclTensor *grad,
                                               const aclTensor *x1,
                                               const aclTensor *x2,
                                               const aclTensor *cdist,
                                               float p,
                                               aclTensor *out,
                                               uint64_t *workspaceSize,
                                               aclOpExecutor **executor);

/**
 * Second phase of `aclnnCdistBackward`: queues the computation on `stream`.
 */
aclnnStatus aclnnCdistBackward(void *workspace,
                               uint64_t workspaceSize,
                               aclOpExecutor *executor,
                               aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
