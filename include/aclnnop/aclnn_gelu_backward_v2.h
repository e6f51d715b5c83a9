/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnGeluBackwardV2`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `gradOutput` times the derivative of the Gaussian error linear unit, broadcast, in the type that both promote to, which `gradInput` has. `approximate` is "none" or "tanh".
 */
aclnnStatus aclnnGeluBackwardV2GetWorkspaceSize(const aclTensor *gradOutput,
                                                const aclTensor *self,
                                                char *approximate,
                                                aclTensor *gradInput,
                                                uint64_t *workspaceSize,
                                                aclOpExecutor **executor);

/**
 * Second phase of `aclnnGeluBackwardV2`: queues the computation on `stream`.
 */
aclnnStatus aclnnGeluBackwardV2(void *workspace,
                                uint64_t workspaceSize,
                                aclOpExecutor *executor,
                                aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
