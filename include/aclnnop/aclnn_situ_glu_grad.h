/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnSituGluGrad`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the gradient of `aclnnSituGlu` by the halves of `x`. All have one type.
 */
aclnnStatus aclnnSituGluGradGetWorkspaceSize(const aclTensor *gradY,
                                             const aclTensor *x,
                                             int64_t dim,
                                             double beta,
                                             double linearBeta,
                                             bool activateLeft,
                                             const aclTensor *out,
                                             uint64_t *workspaceSize,
                                             aclOpExecutor **executor);

/**
 * Second phase of `aclnnSituGluGrad`: queues the computation on `stream`.
 */
aclnnStatus aclnnSituGluGrad(void *workspace,
                             uint64_t workspaceSize,
                             aclOpExecutor *executor,
                             aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
