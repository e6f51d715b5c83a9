/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnLogSoftmax`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the logarithm of softmax along `dim`; `self` is converted to the type of `out` first.
 */
aclnnStatus aclnnLogSoftmaxGetWorkspaceSize(const aclTensor *self,
                                            int64_t dim,
                                            aclTensor *out,
                                            uint64_t *workspaceSize,
                                            aclOpExecutor **executor);

/**
 * Second phase of `aclnnLogSoftmax`: queues the computation on `stream`.
 */
aclnnStatus aclnnLogSoftmax(void *workspace,
                            uint64_t workspaceSize,
                            aclOpExecutor *executor,
                            aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
