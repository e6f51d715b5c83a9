/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnLogit`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the logit of each element, first brought into `[eps, 1 - eps]` unless `eps` is negative. `out` has the type of `input`.
 */
aclnnStatus aclnnLogitGetWorkspaceSize(const aclTensor *input,
                                       double eps,
                                       const aclTensor *out,
                                       uint64_t *workspaceSize,
                                       aclOpExecutor **executor);

/**
 * Second phase of `aclnnLogit`: queues the computation on `stream`.
 */
aclnnStatus aclnnLogit(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
