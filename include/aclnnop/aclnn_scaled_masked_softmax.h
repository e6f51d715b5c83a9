/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnScaledMaskedSoftmax`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes softmax over the last dimension of `x * scale`, where `mask` is true of -10000 instead. `x` has four dimensions, of which `mask` may have 1 for the
 * first two.
 */
aclnnStatus aclnnScaledMaskedSoftmaxGetWorkspaceSize(const aclTensor *x,
                                                     const aclTensor *mask,
                                                     double scale,
                                                     bool fixedTriuMask,
                                                     aclTensor *y,
                                                     uint64_t *workspaceSize,
                                                     aclOpExecutor **executor);

/**
 * Second phase of `aclnnScaledMaskedSoftmax`: queues the computation on `stream`.
 */
aclnnStatus aclnnScaledMaskedSoftmax(void *workspace,
                                     uint64_t workspaceSize,
                                     aclOpExecutor *executor,
                                     aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
