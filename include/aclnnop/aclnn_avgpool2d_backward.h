/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnAvgPool2dBackward`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes what each element of `self` gains: the elements of `gradOutput` of the windows that it is in, by their divisors, summed in DOUBLE in their order and rounded
 * once. Without `stride` windows lie side by side. `self` says the shape only.
 */
aclnnStatus aclnnAvgPool2dBackwardGetWorkspaceSize(const aclTensor *gradOutput,
                                                   const aclTensor *self,
                                                   const aclIntArray *kernelSize,
                                                   const aclIntArray *stride,
                                                   const aclIntArray *padding,
                                                   bool ceilMode,
                                                   bool countIncludePad,
                                                   int64_t divisorOverride,
                                                   int8_t cubeMathType,
                                                   aclTensor *gradInput,
                                                   uint64_t *workspaceSize,
                                                   aclOpExecutor **executor);

/**
 * Second phase of `aclnnAvgPool2dBackward`: queues the computation on `stream`.
 */
aclnnStatus aclnnAvgPool2dBackward(void *workspace,
                                   uint64_t workspaceSize,
                                   aclOpExecutor *executor,
                                   aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
