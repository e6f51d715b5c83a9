/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnMhcSinkhorn`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Makes the matrices of `x`, (tokens, n, n), doubly stochastic: softmax of rows plus `eps`, then columns divided by their sums plus `eps`, and `numIters - 1` times (1 to 100) rows and columns likewise. Tokens have one or two axes, n is 4, 6 or
 * 8. `normOut`, of `2 * numIters * tokens * n * 8` elements, and `sumOut`, of `2 * numIters * tokens * 8`, keep the steps for `aclnnMhcSinkhornBackward`, or are null. FLOAT, on Ascend950.
 */
aclnnStatus aclnnMhcSinkhornGetWorkspaceSize(const aclTensor *x,
                                             float eps,
                                             int64_t numIters,
                                             aclTensor *output,
                                             aclTensor *normOut,
                                             aclTensor *sumOut,
                                             uint64_t *workspaceSize,
                                             aclOpExecutor **executor);

/**
 * Second phase of `aclnnMhcSinkhorn`: queues the computation on `stream`.
 */
aclnnStatus aclnnMhcSinkhorn(void *workspace,
                             uint64_t workspaceSize,
                             aclOpExecutor *executor,
                             aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
