/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnSparseLightningIndexerKLLossGradMetadata`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Checks the arguments of a schedule of `aclnnSparseLightningIndexerKLLossGrad`: heads, lengths of sequences, masks and layouts; INT32 tensors of lengths, and a table of 64 words. All elements of `metadata` are zeros: nothing is shared out, and the operators that take it do not read it.
 */
aclnnStatus aclnnSparseLightningIndexerKLLossGradMetadataGetWorkspaceSize(const aclTensor *cuSeqlensQOptional,
                                                                          const aclTensor *cuSeqlensKOptional,
                                                                          const aclTensor *sequsedQOptional,
                                                                          const aclTensor *sequsedKOptional,
                                                                          const aclTensor *cmpResidualKOptional,
                                                                          int64_t batchSize,
                                                                          int64_t maxSeqlenQ,
                                                                          int64_t maxSeqlenK,
                                                                          int64_t numHeadsQ,
                                                                          int64_t numHeadsK,
                                                                          int64_t headDim,
                                                                          int64_t topk,
                                                                          char *layoutQOptional,
                                                                          char *layoutKOptional,
                                                                          int64_t maskMode,
                                                                          int64_t cmpRatio,
                                                                          const aclTensor *metadata,
                                                                          uint64_t *workspaceSize,
                                                                          aclOpExecutor **executor);

/**
 * Second phase of `aclnnSparseLightningIndexerKLLossGradMetadata`: queues the computation on `stream`.
 */
aclnnStatus aclnnSparseLightningIndexerKLLossGradMetadata(void *workspace,
                                                          uint64_t workspaceSize,
                                                          aclOpExecutor *executor,
                                                          aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
