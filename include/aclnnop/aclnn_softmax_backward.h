/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnSoftmaxBackward`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the gradient by the input of softmax along `dim`, of that by its output and of `output`, rounded to their type.
 */
aclnnStatus aclnnSoftmaxBackwardGetWorkspaceSize(const aclTensor *gradOutput,
                                                 const aclTensor *output,
                                                 int64_t dim,
                                                 aclTensor *out,
                                                 uint64_t *workspaceSize,
                                                 aclOpExecutor **executor);

/**
 * Second phase of `aclnnSoftmaxBackward`: queues the computation on `stream`.
 */
aclnnStatus aclnnSoftmaxBackward(void *workspace,
                                 uint64_t workspaceSize,
                                 aclOpExecutor *executor,
                                 aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
