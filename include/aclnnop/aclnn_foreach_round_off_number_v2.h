/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnForeachRoundOffNumberV2`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Rounds each element of each tensor to an integer in the way that `roundMode` names, as `aclnnForeachRoundOffNumber` does.
 */
aclnnStatus aclnnForeachRoundOffNumberV2GetWorkspaceSize(const aclTensorList *x,
                                                         const aclScalar *roundMode,
                                                         aclTensorList *out,
                                                         uint64_t *workspaceSize,
                                                         aclOpExecutor **executor);

/**
 * Second phase of `aclnnForeachRoundOffNumberV2`: queues the computation on `stream`.
 */
aclnnStatus aclnnForeachRoundOffNumberV2(void *workspace,
                                         uint64_t workspaceSize,
                                         aclOpExecutor *executor,
                                         aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
