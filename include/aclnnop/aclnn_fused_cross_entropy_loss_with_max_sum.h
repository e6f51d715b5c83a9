/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnFusedCrossEntropyLossWithMaxSum`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `ln(sumExpLogits) - predictedLogits` of each row, and of logits, if they are given, `exp(vocabParallelLogitsOptional - logitsMax) / sumExpLogits`. `labelSmoothing` is 0;
 * `inputOptional` and `weightOptional` do not count.
 */
aclnnStatus aclnnFusedCrossEntropyLossWithMaxSumGetWorkspaceSize(const aclTensor *logitsMax,
                                                                 const aclTensor *sumExpLogits,
                                                                 const aclTensor *predictedLogits,
                                                                 float labelSmoothing,
                                                                 const aclTensor *inputOptional,
                                                                 const aclTensor *weightOptional,
                                                                 const aclTensor *vocabParallelLogitsOptional,
                                                                 aclTensor *lossOut,
                                                                 aclTensor *softMaxOutOptional,
                                                                 uint64_t *workspaceSize,
                                                                 aclOpExecutor **executor);

/**
 * Second phase of `aclnnFusedCrossEntropyLossWithMaxSum`: queues the computation on `stream`.
 */
aclnnStatus aclnnFusedCrossEntropyLossWithMaxSum(void *workspace,
                                                 uint64_t workspaceSize,
                                                 aclOpExecutor *executor,
                                                 aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
