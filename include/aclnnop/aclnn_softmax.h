/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnSoftmax`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the exponentials along `dim`, divided by their sum, in the type of `self`. An empty `self` is not looked at.
 */
aclnnStatus aclnnSoftmaxGetWorkspaceSize(const aclTensor *self,
                                         int64_t dim,
                                         aclTensor *out,
                                         uint64_t *workspaceSize,
                                         aclOpExecutor **executor);

/**
 * Second phase of `aclnnSoftmax`: queues the computation on `stream`.
 */
aclnnStatus aclnnSoftmax(void *workspace,
                         uint64_t workspaceSize,
                         aclOpExecutor *executor,
                         aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
