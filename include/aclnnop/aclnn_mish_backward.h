/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnMishBackward`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `gradOutput` times the derivative of `x tanh(ln(1 + e^x))`, broadcast, in the type that both promote to.
 */
aclnnStatus aclnnMishBackwardGetWorkspaceSize(const aclTensor *gradOutput,
                                              const aclTensor *self,
                                              aclTensor *gradInput,
                                              uint64_t *workspaceSize,
                                              aclOpExecutor **executor);

/**
 * Second phase of `aclnnMishBackward`: queues the computation on `stream`.
 */
aclnnStatus aclnnMishBackward(void *workspace,
                              uint64_t workspaceSize,
                              aclOpExecutor *executor,
                              aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
