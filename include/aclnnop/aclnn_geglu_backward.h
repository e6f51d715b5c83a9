/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnGeGluBackward`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the gradient of `a gelu(b)` by the halves of `self` along `dim`, of the factor with the tensor `gelu`, by the hyperbolic tangent if `approximate` is 1. All have one type.
 */
aclnnStatus aclnnGeGluBackwardGetWorkspaceSize(const aclTensor *gradOutput,
                                               const aclTensor *self,
                                               const aclTensor *gelu,
                                               int64_t dim,
                                               int64_t approximate,
                                               aclTensor *gradInput,
                                               uint64_t *workspaceSize,
                                               aclOpExecutor **executor);

/**
 * Second phase of `aclnnGeGluBackward`: queues the computation on `stream`.
 */
aclnnStatus aclnnGeGluBackward(void *workspace,
                               uint64_t workspaceSize,
                               aclOpExecutor *executor,
                               aclrtStream stream);

/**
 * First phase of `aclnnGeGluV3Backward`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes what `aclnnGeGluBackward` does, or the gradient of `gelu(a) b` if `activateLeft` is true.
 */
aclnnStatus aclnnGeGluV3BackwardGetWorkspaceSize(const aclTensor *gradOutput,
                                                 const aclTensor *self,
                                                 const aclTensor *gelu,
                                                 int64_t dim,
                                                 int64_t approximate,
                                                 bool activateLeft,
                                                 aclTensor *gradInput,
                                                 uint64_t *workspaceSize,
                                                 aclOpExecutor **executor);

/**
 * Second phase of `aclnnGeGluV3Backward`: queues the computation on `stream`.
 */
aclnnStatus aclnnGeGluV3Backward(void *workspace,
                                 uint64_t workspaceSize,
                                 aclOpExecutor *executor,
                                 aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
