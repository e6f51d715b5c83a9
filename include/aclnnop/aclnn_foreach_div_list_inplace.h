/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnForeachDivListInplace`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the quotients of elements at one place in `x1`. Ascend950 only.
 */
aclnnStatus aclnnForeachDivListInplaceGetWorkspaceSize(const aclTensorList *x1,
                                                       const aclTensorList *x2,
                                                       uint64_t *workspaceSize,
                                                       aclOpExecutor **executor);

/**
 * Second phase of `aclnnForeachDivListInplace`: queues the computation on `stream`.
 */
aclnnStatus aclnnForeachDivListInplace(void *workspace,
                                       uint64_t workspaceSize,
                                       aclOpExecutor *executor,
                                       aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
