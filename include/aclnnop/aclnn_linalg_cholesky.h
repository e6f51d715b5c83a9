/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnLinalgCholesky`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes the lower triangular matrix whose product with its transpose is the matrix of which `self` has the lower triangle; with `upper` the transpose, of the upper triangle. Computed in
 * DOUBLE and rounded once. A matrix that is not positive definite is an error of the stream.
 */
aclnnStatus aclnnLinalgCholeskyGetWorkspaceSize(const aclTensor *self,
                                                bool upper,
                                                aclTensor *out,
                                                uint64_t *workspaceSize,
                                                aclOpExecutor **executor);

/**
 * Second phase of `aclnnLinalgCholesky`: queues the computation on `stream`.
 */
aclnnStatus aclnnLinalgCholesky(void *workspace,
                                uint64_t workspaceSize,
                                aclOpExecutor *executor,
                                aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
