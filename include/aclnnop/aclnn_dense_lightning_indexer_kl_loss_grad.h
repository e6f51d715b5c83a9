/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnDenseLightningIndexerKLLossGrad`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes the distribution `exp(scores - softmaxLse)` of each query over the keys that it sees, and the gradients of `q`, `k` and `w` of its divergence from the distribution `attnSoftmaxL1Norm`, which has a column for each key of the
 * longest sequence. Scores and masks are those of `aclnnDenseLightningIndexerSoftmaxLseV2`. Keys that a query does not see have the probability 0. FLOAT16 or BFLOAT16 with weights, distributions and gradients of weights of FLOAT.
 */
aclnnStatus aclnnDenseLightningIndexerKLLossGradGetWorkspaceSize(const aclTensor *q,
                                                                 const aclTensor *k,
                                                                 const aclTensor *w,
                                                                 const aclTensor *attnSoftmaxL1Norm,
                                                                 const aclTensor *softmaxLse,
                                                                 const aclTensor *cuSeqLensQOptional,
                                                                 const aclTensor *cuSeqLensKOptional,
                                                                 const aclTensor *seqUsedQOptional,
                                                                 const aclTensor *seqUsedKOptional,
                                                                 const aclTensor *cmpResidualKOptional,
                                                                 const aclTensor *metadataOptional,
                                                                 char *layoutQ,
                                                                 char *layoutK,
                                                                 int64_t maskMode,
                                                                 int64_t cmpRatio,
                                                                 const aclTensor *dq,
                                                                 const aclTensor *dk,
                                                                 const aclTensor *dw,
                                                                 const aclTensor *softmaxOut,
                                                                 uint64_t *workspaceSize,
                                                                 aclOpExecutor **executor);

/**
 * Second phase of `aclnnDenseLightningIndexerKLLossGrad`: queues the computation on `stream`.
 */
aclnnStatus aclnnDenseLightningIndexerKLLossGrad(void *workspace,
                                                 uint64_t workspaceSize,
                                                 aclOpExecutor *executor,
                                                 aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
