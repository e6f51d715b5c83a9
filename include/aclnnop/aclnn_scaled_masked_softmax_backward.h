/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnScaledMaskedSoftmaxBackward`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the gradient of `aclnnScaledMaskedSoftmax` by its input: that of softmax times `scale`, 0 where `mask` is true.
 */
aclnnStatus aclnnScaledMaskedSoftmaxBackwardGetWorkspaceSize(const aclTensor *gradOutput,
                                                             const aclTensor *y,
                                                             const aclTensor *mask,
                                                             double scale,
                                                             bool fixTriuMask,
                                                             aclTensor *out,
                                                             uint64_t *workspaceSize,
                                                             aclOpExecutor **executor);

/**
 * Second phase of `aclnnScaledMaskedSoftmaxBackward`: queues the computation on `stream`.
 */
aclnnStatus aclnnScaledMaskedSoftmaxBackward(void *workspace,
                                             uint64_t workspaceSize,
                                             aclOpExecutor *executor,
                                             aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
