/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnSigmoidBackward`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `gradOutput y (1 - y)` of the result y of the logistic function, of complex numbers the conjugate of the derivative; broadcast, in the type that both promote to.
 */
aclnnStatus aclnnSigmoidBackwardGetWorkspaceSize(const aclTensor *gradOutput,
                                                 const aclTensor *output,
                                                 aclTensor *gradInput,
                                                 uint64_t *workspaceSize,
                                                 aclOpExecutor **executor);

/**
 * Second phase of `aclnnSigmoidBackward`: queues the computation on `stream`.
 */
aclnnStatus aclnnSigmoidBackward(void *workspace,
                                 uint64_t workspaceSize,
                                 aclOpExecutor *executor,
                                 aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
