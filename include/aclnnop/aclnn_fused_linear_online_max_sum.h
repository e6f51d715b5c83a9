/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnFusedLinearOnlineMaxSum`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes of the logits `input * weight^T`, (m, k) and (n, k), the largest of each row, the sum of the exponentials less it, and of the class of each row in `target`, if it is from `vocabStartIndex` to before `vocabEndIndex`, its number from
 * there on and its logit less the largest one; if it is not, both are 0 and its bit of `targetMaskOut`, (ceil(m / 8)), lowest first, is 1, as are those behind the last row. The logits themselves are written where they are asked for. FLOAT16 or
 * BFLOAT16, results FLOAT; on Ascend910B and Ascend910_93.
 */
aclnnStatus aclnnFusedLinearOnlineMaxSumGetWorkspaceSize(const aclTensor *input,
                                                         const aclTensor *weight,
                                                         const aclTensor *target,
                                                         int64_t vocabStartIndex,
                                                         int64_t vocabEndIndex,
                                                         aclTensor *logitsMaxLocalOut,
                                                         aclTensor *sumExpLogitsLocalOut,
                                                         aclTensor *predictedLogitsLocalOut,
                                                         aclTensor *targetMaskOut,
                                                         aclTensor *maskedTargetOut,
                                                         aclTensor *vocabParallelLogitsOutOptional,
                                                         uint64_t *workspaceSize,
                                                         aclOpExecutor **executor);

/**
 * Second phase of `aclnnFusedLinearOnlineMaxSum`: queues the computation on `stream`.
 */
aclnnStatus aclnnFusedLinearOnlineMaxSum(void *workspace,
                                         uint64_t workspaceSize,
                                         aclOpExecutor *executor,
                                         aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
