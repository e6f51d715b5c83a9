/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnFusedSgd`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes a step against the gradient for each parameter: gradients are divided by `gradScaleOptional` in place, then `g = grad + weightDecay param`, with the
 * negative gradient if `maximize`; `v = momentum v + (1 - dampening) g`, or `g` in the first step; and `param = param - lr d`, where `d` is `v`, `g + momentum v` if
 * `nesterov`, or `g` without momentum.
 */
aclnnStatus aclnnFusedSgdGetWorkspaceSize(const aclTensorList *paramsRef,
                                          const aclTensorList *gradsRef,
                                          const aclTensorList *momentumBufferListOptionalRef,
                                          const aclTensor *gradScaleOptional,
                                          float weightDecay,
                                          float momentum,
                                          float lr,
                                          float dampening,
                                          bool nesterov,
                                          bool maximize,
                                          bool isFirstStep,
                                          uint64_t *workspaceSize,
                                          aclOpExecutor **executor);

/**
 * Second phase of `aclnnFusedSgd`: queues the computation on `stream`.
 */
aclnnStatus aclnnFusedSgd(void *workspace,
                          uint64_t workspaceSize,
                          aclOpExecutor *executor,
                          aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
