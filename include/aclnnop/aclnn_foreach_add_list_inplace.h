/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnForeachAddListInplace`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `x1 + alpha * x2` in `x1`, rounded once; `alpha` is a tensor of one element. Ascend950 only.
 */
aclnnStatus aclnnForeachAddListInplaceGetWorkspaceSize(const aclTensorList *x1,
                                                       const aclTensorList *x2,
                                                       const aclTensor *alpha,
                                                       uint64_t *workspaceSize,
                                                       aclOpExecutor **executor);

/**
 * Second phase of `aclnnForeachAddListInplace`: queues the computation on `stream`.
 */
aclnnStatus aclnnForeachAddListInplace(void *workspace,
                                       uint64_t workspaceSize,
                                       aclOpExecutor *executor,
                                       aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
