/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnCircularPad2dBackward`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the gradient of `aclnnCircularPad2d` by its input: each element is the sum of the elements of `gradOutput` that were copied from it. `self`
 * gives shape and type only.
 */
aclnnStatus aclnnCircularPad2dBackwardGetWorkspaceSize(const aclTensor *gradOutput,
                                                       const aclTensor *self,
                                                       const aclIntArray *padding,
                                                       aclTensor *gradInput,
                                                       uint64_t *workspaceSize,
                                                       aclOpExecutor **executor);

/**
 * Second phase of `aclnnCircularPad2dBackward`: queues the computation on `stream`.
 */
aclnnStatus aclnnCircularPad2dBackward(void *workspace,
                                       uint64_t workspaceSize,
                                       aclOpExecutor *executor,
                                       aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
