/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnDenseLightningIndexerSoftmaxLseV2`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * As `aclnnDenseLightningIndexerSoftmaxLse`, of keys of which each stands for `cmpRatio` tokens, with 1 to 128 heads and weights of FLOAT: the logarithm of the sum of the exponentials of the scores that a query sees, FLOAT, infinity where it sees
 * none. `maskMode` 0: it sees all keys; 3: those below `(i + 1 + keys * cmpRatio + cmpResidualK - queries) / cmpRatio`. Sequences of TND begin and end where `cuSeqLens` says, and as many of their rows count as `seqUsed` says.
 */
aclnnStatus aclnnDenseLightningIndexerSoftmaxLseV2GetWorkspaceSize(const aclTensor *queryIndex,
                                                                   const aclTensor *keyIndex,
                                                                   const aclTensor *weight,
                                                                   const aclTensor *cuSeqLensQOptional,
                                                                   const aclTensor *cuSeqLensKOptional,
                                                                   const aclTensor *seqUsedQOptional,
                                                                   const aclTensor *seqUsedKOptional,
                                                                   const aclTensor *cmpResidualKOptional,
                                                                   const aclTensor *metadataOptional,
                                                                   const char *layoutQ,
                                                                   const char *layoutK,
                                                                   int64_t maskMode,
                                                                   int64_t cmpRatio,
                                                                   const aclTensor *softmaxLseOut,
                                                                   uint64_t *workspaceSize,
                                                                   aclOpExecutor **executor);

/**
 * Second phase of `aclnnDenseLightningIndexerSoftmaxLseV2`: queues the computation on `stream`.
 */
aclnnStatus aclnnDenseLightningIndexerSoftmaxLseV2(void *workspace,
                                                   uint64_t workspaceSize,
                                                   aclOpExecutor *executor,
                                                   aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
