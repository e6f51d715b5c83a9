/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnForeachRoundOffNumber`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Rounds each element of each tensor to an integer in the way that `roundMode`, a tensor of one element, names: 2 down, 3 up, 4 to the nearest and of two the one
 * away from zero, 5 toward zero, 6 to the odd one of the two beside it; all else to the nearest and of two the even one. 7 takes what is behind the point instead.
 */
aclnnStatus aclnnForeachRoundOffNumberGetWorkspaceSize(const aclTensorList *x,
                                                       const aclTensor *roundMode,
                                                       const aclTensorList *out,
                                                       uint64_t *workspaceSize,
                                                       aclOpExecutor **executor);

/**
 * Second phase of `aclnnForeachRoundOffNumber`: queues the computation on `stream`.
 */
aclnnStatus aclnnForeachRoundOffNumber(void *workspace,
                                       uint64_t workspaceSize,
                                       aclOpExecutor *executor,
                                       aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
