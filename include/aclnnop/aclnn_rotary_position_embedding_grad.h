/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnRotaryPositionEmbeddingGrad`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the gradients of `aclnnRotaryPositionEmbedding` by `x`, `dxOut`, and, where `xOptional` is given, by `cos` and `sin`: sums of `dy * x` and of
 * `dy * rotated(x)` over the axes along which these broadcast. FLOAT, FLOAT16 or BFLOAT16.
 */
aclnnStatus aclnnRotaryPositionEmbeddingGradGetWorkspaceSize(const aclTensor *dy,
                                                             const aclTensor *cos,
                                                             const aclTensor *sin,
                                                             const aclTensor *xOptional,
                                                             int64_t mode,
                                                             const aclTensor *dxOut,
                                                             const aclTensor *dcosOut,
                                                             const aclTensor *dsinOut,
                                                             uint64_t *workspaceSize,
                                                             aclOpExecutor **executor);

/**
 * Second phase of `aclnnRotaryPositionEmbeddingGrad`: queues the computation on `stream`.
 */
aclnnStatus aclnnRotaryPositionEmbeddingGrad(void *workspace,
                                             uint64_t workspaceSize,
                                             aclOpExecutor *executor,
                                             aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
