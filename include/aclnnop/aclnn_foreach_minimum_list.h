/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnForeachMinimumList`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the smaller one of elements at one place.
 */
aclnnStatus aclnnForeachMinimumListGetWorkspaceSize(const aclTensorList *x1,
                                                    const aclTensorList *x2,
                                                    const aclTensorList *out,
                                                    uint64_t *workspaceSize,
                                                    aclOpExecutor **executor);

/**
 * Second phase of `aclnnForeachMinimumList`: queues the computation on `stream`.
 */
aclnnStatus aclnnForeachMinimumList(void *workspace,
                                    uint64_t workspaceSize,
                                    aclOpExecutor *executor,
                                    aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
