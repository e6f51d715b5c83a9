/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnSigmoid`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the logistic function of each element. Integers and BOOL are converted to the type of `out` first.
 */
aclnnStatus aclnnSigmoidGetWorkspaceSize(const aclTensor *self,
                                         aclTensor *out,
                                         uint64_t *workspaceSize,
                                         aclOpExecutor **executor);

/**
 * Second phase of `aclnnSigmoid`: queues the computation on `stream`.
 */
aclnnStatus aclnnSigmoid(void *workspace,
                         uint64_t workspaceSize,
                         aclOpExecutor *executor,
                         aclrtStream stream);

/**
 * First phase of `aclnnInplaceSigmoid`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the logistic function of each element, in place.
 */
aclnnStatus aclnnInplaceSigmoidGetWorkspaceSize(aclTensor *selfRef,
                                                uint64_t *workspaceSize,
                                                aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceSigmoid`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceSigmoid(void *workspace,
                                uint64_t workspaceSize,
                                aclOpExecutor *executor,
                                aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
