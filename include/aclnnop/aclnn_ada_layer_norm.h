/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnAdaLayerNorm`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Normalises `x` over its last dimension, multiplies by the weights, adds the biases, multiplies by `1 + scale` and adds `shift`, which are the same along the
 * last dimension but one.
 */
aclnnStatus aclnnAdaLayerNormGetWorkspaceSize(const aclTensor *x,
                                              const aclTensor *scale,
                                              const aclTensor *shift,
                                              const aclTensor *weightOptional,
                                              const aclTensor *biasOptional,
                                              double epsilon,
                                              aclTensor *out,
                                              uint64_t *workspaceSize,
                                              aclOpExecutor **executor);

/**
 * Second phase of `aclnnAdaLayerNorm`: queues the computation on `stream`.
 */
aclnnStatus aclnnAdaLayerNorm(void *workspace,
                              uint64_t workspaceSize,
                              aclOpExecutor *executor,
                              aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
