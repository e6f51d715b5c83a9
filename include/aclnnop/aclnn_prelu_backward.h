/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnPreluBackward`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the gradients of `aclnnPrelu`: of each element `gradOutput`, or `weight` times it where the element is not above 0; of `weight` the sum of products with the
 * elements that are not above 0, summed in double and rounded once. `gradOutput` broadcasts to the shape of `self`.
 */
aclnnStatus aclnnPreluBackwardGetWorkspaceSize(const aclTensor *gradOutput,
                                               const aclTensor *self,
                                               const aclTensor *weight,
                                               aclTensor *gradInput,
                                               aclTensor *gradWeight,
                                               uint64_t *workspaceSize,
                                               aclOpExecutor **executor);

/**
 * Second phase of `aclnnPreluBackward`: queues the computation on `stream`.
 */
aclnnStatus aclnnPreluBackward(void *workspace,
                               uint64_t workspaceSize,
                               aclOpExecutor *executor,
                               aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
