/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnAddLayerNorm`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Normalises `x1 + x2 + bias` over the dimensions of `gamma`, the last ones, to mean 0 and variance 1, multiplies by `gamma` and adds `beta`. `xOut` gets the
 * sum if `additionalOutput` is true.
 */
aclnnStatus aclnnAddLayerNormGetWorkspaceSize(const aclTensor *x1,
                                              const aclTensor *x2,
                                              const aclTensor *gamma,
                                              const aclTensor *beta,
                                              const aclTensor *biasOptional,
                                              double epsilon,
                                              bool additionalOutput,
                                              const aclTensor *yOut,
                                              const aclTensor *meanOut,
                                              const aclTensor *rstdOut,
                                              const aclTensor *xOut,
                                              uint64_t *workspaceSize,
                                              aclOpExecutor **executor);

/**
 * Second phase of `aclnnAddLayerNorm`: queues the computation on `stream`.
 */
aclnnStatus aclnnAddLayerNorm(void *workspace,
                              uint64_t workspaceSize,
                              aclOpExecutor *executor,
                              aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
