/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnForeachSubList`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `x1 - alpha * x2`, rounded once; `alpha` is a tensor of one element.
 */
aclnnStatus aclnnForeachSubListGetWorkspaceSize(const aclTensorList *x1,
                                                const aclTensorList *x2,
                                                const aclTensor *alpha,
                                                const aclTensorList *out,
                                                uint64_t *workspaceSize,
                                                aclOpExecutor **executor);

/**
 * Second phase of `aclnnForeachSubList`: queues the computation on `stream`.
 */
aclnnStatus aclnnForeachSubList(void *workspace,
                                uint64_t workspaceSize,
                                aclOpExecutor *executor,
                                aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
