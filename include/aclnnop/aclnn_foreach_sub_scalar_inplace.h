/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnForeachSubScalarInplace`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `x - scalar` in place, a tensor of one element. Ascend950 only.
 */
aclnnStatus aclnnForeachSubScalarInplaceGetWorkspaceSize(const aclTensorList *x,
                                                         const aclTensor *scalar,
                                                         uint64_t *workspaceSize,
                                                         aclOpExecutor **executor);

/**
 * Second phase of `aclnnForeachSubScalarInplace`: queues the computation on `stream`.
 */
aclnnStatus aclnnForeachSubScalarInplace(void *workspace,
                                         uint64_t workspaceSize,
                                         aclOpExecutor *executor,
                                         aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
