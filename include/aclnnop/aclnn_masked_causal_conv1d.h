/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnMaskedCausalConv1d`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `out[s, b] = mask[b, s] * sum(weight[2-k] * x[s-k, b])` for each channel of `x`, (S, B, H), with zeros before the first token; `weight` is (3, H), `maskOptional` BOOL. FLOAT16 or BFLOAT16, on
 * Ascend950.
 */
aclnnStatus aclnnMaskedCausalConv1dGetWorkspaceSize(const aclTensor *x,
                                                    const aclTensor *weight,
                                                    const aclTensor *maskOptional,
                                                    const aclTensor *out,
                                                    uint64_t *workspaceSize,
                                                    aclOpExecutor **executor);

/**
 * Second phase of `aclnnMaskedCausalConv1d`: queues the computation on `stream`.
 */
aclnnStatus aclnnMaskedCausalConv1d(void *workspace,
                                    uint64_t workspaceSize,
                                    aclOpExecutor *executor,
                                    aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
