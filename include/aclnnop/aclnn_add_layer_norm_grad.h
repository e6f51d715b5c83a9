/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnAddLayerNormGrad`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the gradients of `aclnnAddLayerNorm` by either term, to which `dsum` is added, and by `gamma` and `beta`.
 */
aclnnStatus aclnnAddLayerNormGradGetWorkspaceSize(const aclTensor *dy,
                                                  const aclTensor *x1,
                                                  const aclTensor *x2,
                                                  const aclTensor *rstd,
                                                  const aclTensor *mean,
                                                  const aclTensor *gamma,
                                                  const aclTensor *dsumOptional,
                                                  const aclTensor *dxOut,
                                                  const aclTensor *dgammaOut,
                                                  const aclTensor *dbetaOut,
                                                  uint64_t *workspaceSize,
                                                  aclOpExecutor **executor);

/**
 * Second phase of `aclnnAddLayerNormGrad`: queues the computation on `stream`.
 */
aclnnStatus aclnnAddLayerNormGrad(void *workspace,
                                  uint64_t workspaceSize,
                                  aclOpExecutor *executor,
                                  aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
