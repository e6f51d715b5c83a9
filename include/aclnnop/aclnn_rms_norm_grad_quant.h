/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnRmsNormGradQuant`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the gradients of `aclnnRmsNorm`, and quantises that by `x`.
 */
aclnnStatus aclnnRmsNormGradQuantGetWorkspaceSize(const aclTensor *dy,
                                                  const aclTensor *x,
                                                  const aclTensor *rstd,
                                                  const aclTensor *gamma,
                                                  const aclTensor *scalesX,
                                                  const aclTensor *offsetXOptional,
                                                  const char *quantMode,
                                                  bool divMode,
                                                  aclTensor *dxOut,
                                                  aclTensor *dgammaOut,
                                                  uint64_t *workspaceSize,
                                                  aclOpExecutor **executor);

/**
 * Second phase of `aclnnRmsNormGradQuant`: queues the computation on `stream`.
 */
aclnnStatus aclnnRmsNormGradQuant(void *workspace,
                                  uint64_t workspaceSize,
                                  aclOpExecutor *executor,
                                  aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
