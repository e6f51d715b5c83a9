/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnBatchNorm`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Normalises each channel of a batch, multiplies it by `weight` and adds `bias`: in training by its own mean and variance, of which the running ones are brought
 * up to date, else by the running ones.
 */
aclnnStatus aclnnBatchNormGetWorkspaceSize(const aclTensor *input,
                                           const aclTensor *weight,
                                           const aclTensor *bias,
                                           aclTensor *runningMean,
                                           aclTensor *runningVar,
                                           bool training,
                                           double momentum,
                                           double eps,
                                           aclTensor *output,
                                           aclTensor *saveMean,
                                           aclTensor *saveInvstd,
                                           uint64_t *workspaceSize,
                                           aclOpExecutor **executor);

/**
 * Second phase of `aclnnBatchNorm`: queues the computation on `stream`.
 */
aclnnStatus aclnnBatchNorm(void *workspace,
                           uint64_t workspaceSize,
                           aclOpExecutor *executor,
                           aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
