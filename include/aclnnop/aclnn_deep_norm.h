/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnDeepNorm`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Normalises `alpha * x + gx` over the dimensions of `gamma`, the last ones, to mean 0 and variance 1, multiplies by `gamma` and adds `beta`.
 */
aclnnStatus aclnnDeepNormGetWorkspaceSize(const aclTensor *x,
                                          const aclTensor *gx,
                                          const aclTensor *beta,
                                          const aclTensor *gamma,
                                          double alpha,
                                          double epsilon,
                                          const aclTensor *meanOut,
                                          const aclTensor *rstdOut,
                                          const aclTensor *yOut,
                                          uint64_t *workspaceSize,
                                          aclOpExecutor **executor);

/**
 * Second phase of `aclnnDeepNorm`: queues the computation on `stream`.
 */
aclnnStatus aclnnDeepNorm(void *workspace,
                          uint64_t workspaceSize,
                          aclOpExecutor *executor,
                          aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
