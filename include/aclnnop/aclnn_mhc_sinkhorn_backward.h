/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnMhcSinkhornBackward`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the gradient of `aclnnMhcSinkhorn` by its matrices, (tokens, n, n), back through the steps that it kept in `normOut` and `sumOut`: 1 to 100 iterations, by their elements. FLOAT, on Ascend950.
 */
aclnnStatus aclnnMhcSinkhornBackwardGetWorkspaceSize(const aclTensor *gradOutput,
                                                     const aclTensor *normOut,
                                                     const aclTensor *sumOut,
                                                     aclTensor *out,
                                                     uint64_t *workspaceSize,
                                                     aclOpExecutor **executor);

/**
 * Second phase of `aclnnMhcSinkhornBackward`: queues the computation on `stream`.
 */
aclnnStatus aclnnMhcSinkhornBackward(void *workspace,
                                     uint64_t workspaceSize,
                                     aclOpExecutor *executor,
                                     aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
