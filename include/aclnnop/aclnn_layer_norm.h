/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnLayerNorm`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Normalises `input` over its last dimensions, which are `normalizedShape`, to mean 0 and variance 1, multiplies by the weights and adds the biases.
 * The result is rounded to the type of `input`, then cast.
 */
aclnnStatus aclnnLayerNormGetWorkspaceSize(const aclTensor *input,
                                           const aclIntArray *normalizedShape,
                                           const aclTensor *weightOptional,
                                           const aclTensor *biasOptional,
                                           double eps,
                                           aclTensor *out,
                                           aclTensor *meanOutOptional,
                                           aclTensor *rstdOutOptional,
                                           uint64_t *workspaceSize,
                                           aclOpExecutor **executor);

/**
 * Second phase of `aclnnLayerNorm`: queues the computation on `stream`.
 */
aclnnStatus aclnnLayerNorm(void *workspace,
                           uint64_t workspaceSize,
                           aclOpExecutor *executor,
                           aclrtStream stream);

/**
 * First phase of `aclnnLayerNormWithImplMode`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * As `aclnnLayerNorm`. All three modes give the same: everything is computed in DOUBLE.
 */
aclnnStatus aclnnLayerNormWithImplModeGetWorkspaceSize(const aclTensor *input,
                                                       const aclIntArray *normalizedShape,
                                                       const aclTensor *weightOptional,
                                                       const aclTensor *biasOptional,
                                                       double eps,
                                                       aclTensor *out,
                                                       aclTensor *meanOutOptional,
                                                       aclTensor *rstdOutOptional,
                                                       int32_t implMode,
                                                       uint64_t *workspaceSize,
                                                       aclOpExecutor **executor);

/**
 * Second phase of `aclnnLayerNormWithImplMode`: queues the computation on `stream`.
 */
aclnnStatus aclnnLayerNormWithImplMode(void *workspace,
                                       uint64_t workspaceSize,
                                       aclOpExecutor *executor,
                                       aclrtStream stream);

/**
 * First phase of `aclnnFastLayerNorm`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * As `aclnnLayerNorm`, but `out` has the type of `input`, and weights and biases have any one type.
 */
aclnnStatus aclnnFastLayerNormGetWorkspaceSize(const aclTensor *input,
                                               const aclIntArray *normalizedShape,
                                               const aclTensor *weightOptional,
                                               const aclTensor *biasOptional,
                                               double eps,
                                               aclTensor *out,
                                               aclTensor *meanOutOptional,
                                               aclTensor *rstdOutOptional,
                                               uint64_t *workspaceSize,
                                               aclOpExecutor **executor);

/**
 * Second phase of `aclnnFastLayerNorm`: queues the computation on `stream`.
 */
aclnnStatus aclnnFastLayerNorm(void *workspace,
                               uint64_t workspaceSize,
                               aclOpExecutor *executor,
                               aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
