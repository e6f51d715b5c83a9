/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnMaskedSoftmaxWithRelPosBias`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes softmax over the last dimension of `x * scaleValue + attenMask + relativePosBias`. `x` is (B, W, N, S1, S2), or (B W, N, S1, S2); the mask, a number to
 * add, (W, S1, S2), the bias (N, S1, S2), with extents of 1 between and before these. `innerPrecisionMode` changes nothing.
 */
aclnnStatus aclnnMaskedSoftmaxWithRelPosBiasGetWorkspaceSize(const aclTensor *x,
                                                             const aclTensor *attenMaskOptional,
                                                             const aclTensor *relativePosBias,
                                                             double scaleValue,
                                                             int64_t innerPrecisionMode,
                                                             const aclTensor *out,
                                                             uint64_t *workspaceSize,
                                                             aclOpExecutor **executor);

/**
 * Second phase of `aclnnMaskedSoftmaxWithRelPosBias`: queues the computation on `stream`.
 */
aclnnStatus aclnnMaskedSoftmaxWithRelPosBias(void *workspace,
                                             uint64_t workspaceSize,
                                             aclOpExecutor *executor,
                                             aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
