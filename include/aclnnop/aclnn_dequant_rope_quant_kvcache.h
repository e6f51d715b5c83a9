/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnDequantRopeQuantKvcache`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Splits rows of `x`, (B, S, H) or (B, H), into queries, keys and values as `sizeSplits` says, and rotates queries and keys, `x * cos + (-x2, x1) * sin` of both halves. INT32 is made
 * `(x + bias) * weightScale * activationScale` first, or with a bias of another type `x * weightScale * activationScale + bias`. `x / scale + offset` of keys and values, rounded, goes to caches
 * (C1, C2, N, D) of INT8: `"contiguous"` from row `indices[b]` of sequence `b` on, `"page"` to slot `indices[t]` of each token. An index outside is an error of the stream.
 * `kvOutput` writes keys and values before they are quantised, too. FLOAT16 or BFLOAT16.
 */
aclnnStatus aclnnDequantRopeQuantKvcacheGetWorkspaceSize(const aclTensor *x,
                                                         const aclTensor *cos,
                                                         const aclTensor *sin,
                                                         aclTensor *kCacheRef,
                                                         aclTensor *vCacheRef,
                                                         const aclTensor *indices,
                                                         const aclTensor *scaleK,
                                                         const aclTensor *scaleV,
                                                         const aclTensor *offsetKOptional,
                                                         const aclTensor *offsetVOptional,
                                                         const aclTensor *weightScaleOptional,
                                                         const aclTensor *activationScaleOptional,
                                                         const aclTensor *biasOptional,
                                                         const aclIntArray *sizeSplits,
                                                         char *quantModeOptional,
                                                         char *layoutOptional,
                                                         bool kvOutput,
                                                         char *cacheModeOptional,
                                                         const aclTensor *qOut,
                                                         const aclTensor *kOut,
                                                         const aclTensor *vOut,
                                                         uint64_t *workspaceSize,
                                                         aclOpExecutor **executor);

/**
 * Second phase of `aclnnDequantRopeQuantKvcache`: queues the computation on `stream`.
 */
aclnnStatus aclnnDequantRopeQuantKvcache(void *workspace,
                                         uint64_t workspaceSize,
                                         aclOpExecutor *executor,
                                         aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
