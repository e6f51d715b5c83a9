/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnSwinAttentionScoreQuant`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `softmax((query @ key^T + biasDequant1) * scaleDequant1 + paddingMask1)`, times `scaleQuant`, plus `biasQuant`, rounded to INT8; its product with `value`, plus `biasDequant2`, times `scaleDequant2`, is the result, FLOAT16. `query`, `key` and `value` are INT8, of one shape (N, C, S, H), S up to
 * 1024, H 32 or 64. `scaleQuant` and `biasQuantOptional` are (1, S), FLOAT16, `scaleDequant1` words of UINT64 and `biasDequant1Optional` INT32 of that shape, `scaleDequant2` and `biasDequant2Optional` likewise (1, H); `paddingMask1Optional` is (1, C, S, S), FLOAT16, or null. The biases are there; `paddingMask2Optional` is
 * null, nothing is transposed, `softmaxAxes` is -1. On Ascend310P.
 */
aclnnStatus aclnnSwinAttentionScoreQuantGetWorkspaceSize(const aclTensor *query,
                                                         const aclTensor *key,
                                                         const aclTensor *value,
                                                         const aclTensor *scaleQuant,
                                                         const aclTensor *scaleDequant1,
                                                         const aclTensor *scaleDequant2,
                                                         const aclTensor *biasQuantOptional,
                                                         const aclTensor *biasDequant1Optional,
                                                         const aclTensor *biasDequant2Optional,
                                                         const aclTensor *paddingMask1Optional,
                                                         const aclTensor *paddingMask2Optional,
                                                         bool queryTranspose,
                                                         bool keyTranspose,
                                                         bool valueTranspose,
                                                         int64_t softmaxAxes,
                                                         const aclTensor *out,
                                                         uint64_t *workspaceSize,
                                                         aclOpExecutor **executor);

/**
 * Second phase of `aclnnSwinAttentionScoreQuant`: queues the computation on `stream`.
 */
aclnnStatus aclnnSwinAttentionScoreQuant(void *workspace,
                                         uint64_t workspaceSize,
                                         aclOpExecutor *executor,
                                         aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
