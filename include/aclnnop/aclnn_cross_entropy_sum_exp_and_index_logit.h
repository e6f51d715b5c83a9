/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnCrossEntropySumExpAndIndexLogit`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `exp(vocabParallelLogits - globalLogitsMax)` of rows of logits, its sum, and of the class of each row, if it is from `vocabStartIndex` to `vocabEndIndex`, its number from there on, and its
 * logit less the largest one; if it is not, both are 0 and the mask is 1.
 */
aclnnStatus aclnnCrossEntropySumExpAndIndexLogitGetWorkspaceSize(const aclTensor *vocabParallelLogits,
                                                                 const aclTensor *target,
                                                                 const aclTensor *globalLogitsMax,
                                                                 int64_t vocabStartIndex,
                                                                 int64_t vocabEndIndex,
                                                                 const aclTensor *predictedLogitsOut,
                                                                 const aclTensor *sumExpLogitsOut,
                                                                 const aclTensor *expLogitsOut,
                                                                 const aclTensor *targetOffsetOut,
                                                                 const aclTensor *targetMaskOut,
                                                                 uint64_t *workspaceSize,
                                                                 aclOpExecutor **executor);

/**
 * Second phase of `aclnnCrossEntropySumExpAndIndexLogit`: queues the computation on `stream`.
 */
aclnnStatus aclnnCrossEntropySumExpAndIndexLogit(void *workspace,
                                                 uint64_t workspaceSize,
                                                 aclOpExecutor *executor,
                                                 aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
