/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnNLLLoss2dBackward`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes `-weight[target] gradOutput` where the target's class is, divided by `totalWeight` if `reduction` is 1, and else 0. A target of `ignoreIndex` counts
 * nothing; another one that is no class fails the task.
 */
aclnnStatus aclnnNLLLoss2dBackwardGetWorkspaceSize(const aclTensor *gradOutput,
                                                   const aclTensor *self,
                                                   const aclTensor *target,
                                                   const aclTensor *weight,
                                                   int64_t reduction,
                                                   int64_t ignoreIndex,
                                                   aclTensor *totalWeight,
                                                   aclTensor *out,
                                                   uint64_t *workspaceSize,
                                                   aclOpExecutor **executor);

/**
 * Second phase of `aclnnNLLLoss2dBackward`: queues the computation on `stream`.
 */
aclnnStatus aclnnNLLLoss2dBackward(void *workspace,
                                   uint64_t workspaceSize,
                                   aclOpExecutor *executor,
                                   aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
