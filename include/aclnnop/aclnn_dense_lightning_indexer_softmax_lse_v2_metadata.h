/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnDenseLightningIndexerSoftmaxLseV2Metadata`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Checks the arguments of a schedule of `aclnnDenseLightningIndexerSoftmaxLseV2`: heads, lengths of sequences, masks and layouts; INT32 tensors of lengths, and a table of 64 words. All elements of `metadata` are zeros: nothing is shared out, and the operators that take it do not read it.
 */
aclnnStatus aclnnDenseLightningIndexerSoftmaxLseV2MetadataGetWorkspaceSize(const aclTensor *cuSeqLensQOptional,
                                                                           const aclTensor *cuSeqLensKOptional,
                                                                           const aclTensor *seqUsedQOptional,
                                                                           const aclTensor *seqUsedKOptional,
                                                                           const aclTensor *cmpResidualKOptional,
                                                                           int64_t batchSize,
                                                                           int64_t maxSeqLenQ,
                                                                           int64_t maxSeqLenK,
                                                                           int64_t numHeadsQ,
                                                                           int64_t numHeadsK,
                                                                           int64_t headDim,
                                                                           char *layoutQ,
                                                                           char *layoutK,
                                                                           int64_t maskMode,
                                                                           int64_t cmpRatio,
                                                                           const aclTensor *metadata,
                                                                           uint64_t *workspaceSize,
                                                                           aclOpExecutor **executor);

/**
 * Second phase of `aclnnDenseLightningIndexerSoftmaxLseV2Metadata`: queues the computation on `stream`.
 */
aclnnStatus aclnnDenseLightningIndexerSoftmaxLseV2Metadata(void *workspace,
                                                           uint64_t workspaceSize,
                                                           aclOpExecutor *executor,
                                                           aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
