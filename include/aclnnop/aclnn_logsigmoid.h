/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnLogSigmoid`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the logarithm of the logistic function of each element. `out` has the type of `self`.
 */
aclnnStatus aclnnLogSigmoidGetWorkspaceSize(const aclTensor *self,
                                            aclTensor *out,
                                            uint64_t *workspaceSize,
                                            aclOpExecutor **executor);

/**
 * Second phase of `aclnnLogSigmoid`: queues the computation on `stream`.
 */
aclnnStatus aclnnLogSigmoid(void *workspace,
                            uint64_t workspaceSize,
                            aclOpExecutor *executor,
                            aclrtStream stream);

/**
 * First phase of `aclnnLogSigmoidForward`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the logarithm of the logistic function of each element. `buffer`, which may be null, is not written.
 */
aclnnStatus aclnnLogSigmoidForwardGetWorkspaceSize(const aclTensor *self,
                                                   aclTensor *out,
                                                   aclTensor *buffer,
                                                   uint64_t *workspaceSize,
                                                   aclOpExecutor **executor);

/**
 * Second phase of `aclnnLogSigmoidForward`: queues the computation on `stream`.
 */
aclnnStatus aclnnLogSigmoidForward(void *workspace,
                                   uint64_t workspaceSize,
                                   aclOpExecutor *executor,
                                   aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
