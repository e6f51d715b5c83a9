/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnForeachMulListInplace`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the products of elements at one place in `x1`. Ascend950 only.
 */
aclnnStatus aclnnForeachMulListInplaceGetWorkspaceSize(const aclTensorList *x1,
                                                       const aclTensorList *x2,
                                                       uint64_t *workspaceSize,
                                                       aclOpExecutor **executor);

/**
 * Second phase of `aclnnForeachMulListInplace`: queues the computation on `stream`.
 */
aclnnStatus aclnnForeachMulListInplace(void *workspace,
                                       uint64_t workspaceSize,
                                       aclOpExecutor *executor,
                                       aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
