/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnMhcPreSinkhornBackward`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the gradients of `aclnnMhcPreSinkhorn` by `x`, `phi`, `alpha` and `bias`, of what it kept; the gradient goes back through its steps, `sumOut` and `normOut`. Tokens have one or two axes; n is 1 to 8, C a multiple of 128 below
 * 100000, and there are 20 iterations. Without tokens the sums over them are 0. On Ascend910B, Ascend910_93 and Ascend950.
 */
aclnnStatus aclnnMhcPreSinkhornBackwardGetWorkspaceSize(const aclTensor *gradHin,
                                                        const aclTensor *gradHPost,
                                                        const aclTensor *gradHRes,
                                                        const aclTensor *x,
                                                        const aclTensor *phi,
                                                        const aclTensor *alpha,
                                                        const aclTensor *bias,
                                                        const aclTensor *hPre,
                                                        const aclTensor *hcBeforeNorm,
                                                        const aclTensor *invRms,
                                                        const aclTensor *sumOut,
                                                        const aclTensor *normOut,
                                                        double hcEps,
                                                        const aclTensor *gradX,
                                                        const aclTensor *gradPhi,
                                                        const aclTensor *gradAlpha,
                                                        const aclTensor *gradBias,
                                                        uint64_t *workspaceSize,
                                                        aclOpExecutor **executor);

/**
 * Second phase of `aclnnMhcPreSinkhornBackward`: queues the computation on `stream`.
 */
aclnnStatus aclnnMhcPreSinkhornBackward(void *workspace,
                                        uint64_t workspaceSize,
                                        aclOpExecutor *executor,
                                        aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
