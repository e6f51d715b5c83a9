/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnLeakyReluBackward`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `gradOutput`, or `negativeSlope` times it where the element is not above 0; broadcast, in the type that both promote to. A slope below 0 is refused if `selfIsResult` is true.
 */
aclnnStatus aclnnLeakyReluBackwardGetWorkspaceSize(const aclTensor *gradOutput,
                                                   const aclTensor *self,
                                                   const aclScalar *negativeSlope,
                                                   bool selfIsResult,
                                                   aclTensor *out,
                                                   uint64_t *workspaceSize,
                                                   aclOpExecutor **executor);

/**
 * Second phase of `aclnnLeakyReluBackward`: queues the computation on `stream`.
 */
aclnnStatus aclnnLeakyReluBackward(void *workspace,
                                   uint64_t workspaceSize,
                                   aclOpExecutor *executor,
                                   aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
