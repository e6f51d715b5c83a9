/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnMhcPost`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the next streams of each token, `out[j] = sum(hRes[i][j] * x[i]) + hPost[j] * hOut`, of `x` (tokens, 4, D), `hRes` (tokens, 4, 4), `hOut` (tokens, D) and `hPost` (tokens, 4); tokens have one or two axes, D is a multiple of 128
 * up to 100000. Without `hRes`, on Ascend950, streams stay themselves. `x`, `hOut` and `out` are FLOAT16 or BFLOAT16, the others FLOAT. On Ascend910B, Ascend910_93 and Ascend950.
 */
aclnnStatus aclnnMhcPostGetWorkspaceSize(const aclTensor *x,
                                         const aclTensor *hRes,
                                         const aclTensor *hOut,
                                         const aclTensor *hPost,
                                         aclTensor *out,
                                         uint64_t *workspaceSize,
                                         aclOpExecutor **executor);

/**
 * Second phase of `aclnnMhcPost`: queues the computation on `stream`.
 */
aclnnStatus aclnnMhcPost(void *workspace,
                         uint64_t workspaceSize,
                         aclOpExecutor *executor,
                         aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
