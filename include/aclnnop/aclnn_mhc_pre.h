/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnMhcPre`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes of the streams of each token, `x` (tokens, n, D), `w = (x * gammaOptional) * phi^T / sqrt(mean(x^2) + normEps)` of n, n and n^2 elements; `hPre = sigmoid(alpha[0] * w + bias) + hcEps`, `hPost = 2 sigmoid(alpha[1] * w + bias)`,
 * `hRes = alpha[2] * w + bias`, and `hIn = sum(hPre[i] * x[i])`. With two elements in `alpha` there is no `hRes` (zeros, or null), and `hcEps` is added to `hPost` too. Tokens have one or two axes; n is 4, 6 or 8, D a multiple of 16.
 * `x` and `hIn` are FLOAT16 or BFLOAT16, all else FLOAT, on Ascend950.
 */
aclnnStatus aclnnMhcPreGetWorkspaceSize(const aclTensor *x,
                                        const aclTensor *phi,
                                        const aclTensor *alpha,
                                        const aclTensor *bias,
                                        const aclTensor *gammaOptional,
                                        double normEps,
                                        double hcEps,
                                        aclTensor *hIn,
                                        aclTensor *hPost,
                                        aclTensor *hRes,
                                        aclTensor *invRmsOptional,
                                        aclTensor *hMixOptional,
                                        aclTensor *hPreOptional,
                                        uint64_t *workspaceSize,
                                        aclOpExecutor **executor);

/**
 * Second phase of `aclnnMhcPre`: queues the computation on `stream`.
 */
aclnnStatus aclnnMhcPre(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
