/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnGluBackward`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the gradient of `a / (1 + e^-b)` by the halves of `self` along `dim`. All have one type.
 */
aclnnStatus aclnnGluBackwardGetWorkspaceSize(const aclTensor *gradOut,
                                             const aclTensor *self,
                                             int64_t dim,
                                             const aclTensor *out,
                                             uint64_t *workspaceSize,
                                             aclOpExecutor **executor);

/**
 * Second phase of `aclnnGluBackward`: queues the computation on `stream`.
 */
aclnnStatus aclnnGluBackward(void *workspace,
                             uint64_t workspaceSize,
                             aclOpExecutor *executor,
                             aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
