/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnHardSigmoid`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `min(1, max(0, alpha x + beta))` of each element, rounded once. The output has the type of the input.
 */
aclnnStatus aclnnHardSigmoidGetWorkspaceSize(const aclTensor *inputX,
                                             double alphaOptional,
                                             double betaOptional,
                                             const aclTensor *outputYOut,
                                             uint64_t *workspaceSize,
                                             aclOpExecutor **executor);

/**
 * Second phase of `aclnnHardSigmoid`: queues the computation on `stream`.
 */
aclnnStatus aclnnHardSigmoid(void *workspace,
                             uint64_t workspaceSize,
                             aclOpExecutor *executor,
                             aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
