/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnSeluBackward`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `gradOutput` times the derivative of the scaled exponential linear unit by its result. Integers are rounded to the nearest one. All have one type and shape.
 */
aclnnStatus aclnnSeluBackwardGetWorkspaceSize(const aclTensor *gradOutput,
                                              const aclTensor *result,
                                              aclTensor *gradInput,
                                              uint64_t *workspaceSize,
                                              aclOpExecutor **executor);

/**
 * Second phase of `aclnnSeluBackward`: queues the computation on `stream`.
 */
aclnnStatus aclnnSeluBackward(void *workspace,
                              uint64_t workspaceSize,
                              aclOpExecutor *executor,
                              aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
