/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnMhcPreSinkhorn`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes as `aclnnMhcPre` without `gamma`, and makes `hRes`, (tokens, n * n), doubly stochastic as `aclnnMhcSinkhorn`, with `hcEps`. `x` is (bs, seq, n, c), on Ascend950 also (tokens, n, c), with n of 4 and c a multiple of 128 up to 100000; `numIters` is 20. With
 * `needBackward`, `hPre`, `hcBeforeNorm`, `invRms`, `sumOut` and `normOut` are kept for gradients; without it they are not written, and may be null. On Ascend910B, Ascend910_93 and Ascend950.
 */
aclnnStatus aclnnMhcPreSinkhornGetWorkspaceSize(const aclTensor *x,
                                                const aclTensor *phi,
                                                const aclTensor *alpha,
                                                const aclTensor *bias,
                                                int64_t hcMult,
                                                int64_t numIters,
                                                double hcEps,
                                                double normEps,
                                                bool needBackward,
                                                aclTensor *hin,
                                                aclTensor *hPost,
                                                aclTensor *hRes,
                                                aclTensor *hPre,
                                                aclTensor *hcBeforeNorm,
                                                aclTensor *invRms,
                                                aclTensor *sumOut,
                                                aclTensor *normOut,
                                                uint64_t *workspaceSize,
                                                aclOpExecutor **executor);

/**
 * Second phase of `aclnnMhcPreSinkhorn`: queues the computation on `stream`.
 */
aclnnStatus aclnnMhcPreSinkhorn(void *workspace,
                                uint64_t workspaceSize,
                                aclOpExecutor *executor,
                                aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
