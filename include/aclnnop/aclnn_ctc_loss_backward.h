/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnCtcLossBackward`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the gradient by `logProbs`, which are normalised: each probability less the part of the likelihood that goes through its class at its step, times `gradOut`; 0 behind the last step. With
 * `zeroInfinity` the gradient of an infinite loss is 0.
 */
aclnnStatus aclnnCtcLossBackwardGetWorkspaceSize(const aclTensor *gradOut,
                                                 const aclTensor *logProbs,
                                                 const aclTensor *targets,
                                                 const aclIntArray *inputLengths,
                                                 const aclIntArray *targetLengths,
                                                 const aclTensor *negLogLikelihood,
                                                 const aclTensor *logAlpha,
                                                 int64_t blank,
                                                 bool zeroInfinity,
                                                 aclTensor *out,
                                                 uint64_t *workspaceSize,
                                                 aclOpExecutor **executor);

/**
 * Second phase of `aclnnCtcLossBackward`: queues the computation on `stream`.
 */
aclnnStatus aclnnCtcLossBackward(void *workspace,
                                 uint64_t workspaceSize,
                                 aclOpExecutor *executor,
                                 aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
