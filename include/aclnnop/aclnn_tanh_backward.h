/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnTanhBackward`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `gradOutput (1 - y^2)` of the result y of the hyperbolic tangent, broadcast. All have one type.
 */
aclnnStatus aclnnTanhBackwardGetWorkspaceSize(const aclTensor *gradOutput,
                                              const aclTensor *output,
                                              aclTensor *gradInput,
                                              uint64_t *workspaceSize,
                                              aclOpExecutor **executor);

/**
 * Second phase of `aclnnTanhBackward`: queues the computation on `stream`.
 */
aclnnStatus aclnnTanhBackward(void *workspace,
                              uint64_t workspaceSize,
                              aclOpExecutor *executor,
                              aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
