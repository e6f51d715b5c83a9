/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnRotaryPositionEmbeddingV2`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes as `aclnnRotaryPositionEmbedding`. With `rotate`, a matrix of D rows and columns, `out = x * cos + (x @ rotate) * sin`; on Ascend950 it is null.
 */
aclnnStatus aclnnRotaryPositionEmbeddingV2GetWorkspaceSize(const aclTensor *x,
                                                           const aclTensor *cos,
                                                           const aclTensor *sin,
                                                           int64_t mode,
                                                           const aclTensor *rotate,
                                                           aclTensor *out,
                                                           uint64_t *workspaceSize,
                                                           aclOpExecutor **executor);

/**
 * Second phase of `aclnnRotaryPositionEmbeddingV2`: queues the computation on `stream`.
 */
aclnnStatus aclnnRotaryPositionEmbeddingV2(void *workspace,
                                           uint64_t workspaceSize,
                                           aclOpExecutor *executor,
                                           aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
