/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnMhcPreBackward`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the gradients of `aclnnMhcPre` by `x`, `phi`, `alpha`, `bias` and `gamma`, of its results `invRms`, `hMix`, `hPre` and `hPost`. `gradXPostOptional` is added to `gradX`. n is 4, 6 or 8, D a multiple of 64 up to 16384; on
 * Ascend950.
 */
aclnnStatus aclnnMhcPreBackwardGetWorkspaceSize(const aclTensor *x,
                                                const aclTensor *phi,
                                                const aclTensor *alpha,
                                                const aclTensor *gradHIn,
                                                const aclTensor *gradHPost,
                                                const aclTensor *gradHRes,
                                                const aclTensor *invRms,
                                                const aclTensor *hMix,
                                                const aclTensor *hPre,
                                                const aclTensor *hPost,
                                                const aclTensor *gamma,
                                                const aclTensor *gradXPostOptional,
                                                float hcEps,
                                                const aclTensor *gradX,
                                                const aclTensor *gradPhi,
                                                const aclTensor *gradAlpha,
                                                const aclTensor *gradBias,
                                                const aclTensor *gradGamma,
                                                uint64_t *workspaceSize,
                                                aclOpExecutor **executor);

/**
 * Second phase of `aclnnMhcPreBackward`: queues the computation on `stream`.
 */
aclnnStatus aclnnMhcPreBackward(void *workspace,
                                uint64_t workspaceSize,
                                aclOpExecutor *executor,
                                aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
