/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnDeepNormGrad`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the gradients of `aclnnDeepNorm` by `x`, `gx`, `beta` and `gamma`.
 */
aclnnStatus aclnnDeepNormGradGetWorkspaceSize(const aclTensor *dy,
                                              const aclTensor *x,
                                              const aclTensor *gx,
                                              const aclTensor *gamma,
                                              const aclTensor *mean,
                                              const aclTensor *rstd,
                                              double alpha,
                                              const aclTensor *dxOut,
                                              const aclTensor *dgxOut,
                                              const aclTensor *dbetaOut,
                                              const aclTensor *dgammaOut,
                                              uint64_t *workspaceSize,
                                              aclOpExecutor **executor);

/**
 * Second phase of `aclnnDeepNormGrad`: queues the computation on `stream`.
 */
aclnnStatus aclnnDeepNormGrad(void *workspace,
                              uint64_t workspaceSize,
                              aclOpExecutor *executor,
                              aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
