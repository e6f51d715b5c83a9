/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnForeachSigmoid`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the logistic function of each element of each tensor.
 */
aclnnStatus aclnnForeachSigmoidGetWorkspaceSize(const aclTensorList *x,
                                                const aclTensorList *out,
                                                uint64_t *workspaceSize,
                                                aclOpExecutor **executor);

/**
 * Second phase of `aclnnForeachSigmoid`: queues the computation on `stream`.
 */
aclnnStatus aclnnForeachSigmoid(void *workspace,
                                uint64_t workspaceSize,
                                aclOpExecutor *executor,
                                aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
