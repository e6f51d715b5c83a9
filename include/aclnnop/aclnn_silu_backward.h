/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnSiluBackward`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `gradOutput` times the derivative of `x / (1 + e^-x)`. All have one type and shape; on Ascend950 the inputs may broadcast, and have two types if `gradInput` is FLOAT.
 */
aclnnStatus aclnnSiluBackwardGetWorkspaceSize(const aclTensor *gradOutput,
                                              const aclTensor *self,
                                              aclTensor *gradInput,
                                              uint64_t *workspaceSize,
                                              aclOpExecutor **executor);

/**
 * Second phase of `aclnnSiluBackward`: queues the computation on `stream`.
 */
aclnnStatus aclnnSiluBackward(void *workspace,
                              uint64_t workspaceSize,
                              aclOpExecutor *executor,
                              aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
