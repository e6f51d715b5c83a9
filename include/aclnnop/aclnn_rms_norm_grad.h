/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnRmsNormGrad`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the gradients of `aclnnRmsNorm` by `x` and `gamma`.
 */
aclnnStatus aclnnRmsNormGradGetWorkspaceSize(const aclTensor *dy,
                                             const aclTensor *x,
                                             const aclTensor *rstd,
                                             const aclTensor *gamma,
                                             const aclTensor *dxOut,
                                             const aclTensor *dgammaOut,
                                             uint64_t *workspaceSize,
                                             aclOpExecutor **executor);

/**
 * Second phase of `aclnnRmsNormGrad`: queues the computation on `stream`.
 */
aclnnStatus aclnnRmsNormGrad(void *workspace,
                             uint64_t workspaceSize,
                             aclOpExecutor *executor,
                             aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
