/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnMaskedCausalConv1dBackward`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the gradients of `aclnnMaskedCausalConv1d` by `x` and by `weight`, summed over all tokens. FLOAT16 or BFLOAT16, on Ascend950.
 */
aclnnStatus aclnnMaskedCausalConv1dBackwardGetWorkspaceSize(const aclTensor *gradY,
                                                            const aclTensor *x,
                                                            const aclTensor *weight,
                                                            const aclTensor *maskOptional,
                                                            const aclTensor *gradXOut,
                                                            const aclTensor *gradWeightOut,
                                                            uint64_t *workspaceSize,
                                                            aclOpExecutor **executor);

/**
 * Second phase of `aclnnMaskedCausalConv1dBackward`: queues the computation on `stream`.
 */
aclnnStatus aclnnMaskedCausalConv1dBackward(void *workspace,
                                            uint64_t workspaceSize,
                                            aclOpExecutor *executor,
                                            aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
