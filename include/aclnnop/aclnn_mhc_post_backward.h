/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnMhcPostBackward`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the gradients of `aclnnMhcPost`: `gradX = hRes * gradOutput`, `gradHRes = x * gradOutput^T`, `gradHOut = sum(hPost[j] * gradOutput[j])` and `gradHPost[j] = sum(gradOutput[j] * hOut)`. Without `hRes`, on Ascend950, `gradX` is
 * `gradOutput`. There are 4 streams with a multiple of 128 elements or, on Ascend950, 4, 6 or 8 streams of any. On Ascend910B, Ascend910_93 and Ascend950.
 */
aclnnStatus aclnnMhcPostBackwardGetWorkspaceSize(const aclTensor *gradOutput,
                                                 const aclTensor *x,
                                                 const aclTensor *hRes,
                                                 const aclTensor *hOut,
                                                 const aclTensor *hPost,
                                                 aclTensor *gradX,
                                                 aclTensor *gradHRes,
                                                 aclTensor *gradHOut,
                                                 aclTensor *gradHPost,
                                                 uint64_t *workspaceSize,
                                                 aclOpExecutor **executor);

/**
 * Second phase of `aclnnMhcPostBackward`: queues the computation on `stream`.
 */
aclnnStatus aclnnMhcPostBackward(void *workspace,
                                 uint64_t workspaceSize,
                                 aclOpExecutor *executor,
                                 aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
