/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnRotaryPositionEmbedding`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `out = x * cos + rotated(x) * sin`. `mode` 0 rotates pairs of both halves, `(-x2, x1)`; 1 pairs of neighbours; 2 each half as `mode` 0; 3 puts even
 * elements before odd ones and goes on as `mode` 0. FLOAT, FLOAT16 or BFLOAT16.
 */
aclnnStatus aclnnRotaryPositionEmbeddingGetWorkspaceSize(const aclTensor *x,
                                                         const aclTensor *cos,
                                                         const aclTensor *sin,
                                                         int64_t mode,
                                                         aclTensor *out,
                                                         uint64_t *workspaceSize,
                                                         aclOpExecutor **executor);

/**
 * Second phase of `aclnnRotaryPositionEmbedding`: queues the computation on `stream`.
 */
aclnnStatus aclnnRotaryPositionEmbedding(void *workspace,
                                         uint64_t workspaceSize,
                                         aclOpExecutor *executor,
                                         aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
