/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnLogAddExp`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `ln(e^self + e^other)`, broadcast, in the type of `out`, to which both are converted first.
 */
aclnnStatus aclnnLogAddExpGetWorkspaceSize(const aclTensor *self,
                                           const aclTensor *other,
                                           aclTensor *out,
                                           uint64_t *workspaceSize,
                                           aclOpExecutor **executor);

/**
 * Second phase of `aclnnLogAddExp`: queues the computation on `stream`.
 */
aclnnStatus aclnnLogAddExp(void *workspace,
                           uint64_t workspaceSize,
                           aclOpExecutor *executor,
                           aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
