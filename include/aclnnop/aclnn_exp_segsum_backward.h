/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnExpSegsumBackward`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes, for each matrix P = `gradOutput` * `gradSelf`, the result of the forward operator, the sums over `k >= i` and `j < i` of its elements
 * (k, j): the gradient of element i of the row.
 */
aclnnStatus aclnnExpSegsumBackwardGetWorkspaceSize(const aclTensor *gradOutput,
                                                   const aclTensor *gradSelf,
                                                   aclTensor *gradInput,
                                                   uint64_t *workspaceSize,
                                                   aclOpExecutor **executor);

/**
 * Second phase of `aclnnExpSegsumBackward`: queues the computation on `stream`.
 */
aclnnStatus aclnnExpSegsumBackward(void *workspace,
                                   uint64_t workspaceSize,
                                   aclOpExecutor *executor,
                                   aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
