/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnLightningIndexerV2Metadata`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Checks the arguments of a schedule of `aclnnLightningIndexerV2`: heads, lengths of sequences, masks and layouts; INT32 tensors of lengths, and a table of 1024 words. All elements of `metadata` are zeros: nothing is shared out, and the operators that take it do not read it.
 */
aclnnStatus aclnnLightningIndexerV2MetadataGetWorkspaceSize(const aclTensor *cuSeqlensQOptional,
                                                            const aclTensor *cuSeqlensKOptional,
                                                            const aclTensor *sequsedQOptional,
                                                            const aclTensor *sequsedKOptional,
                                                            const aclTensor *cmpResidualKOptional,
                                                            int64_t numHeadsQ,
                                                            int64_t numHeadsK,
                                                            int64_t headDim,
                                                            int64_t topk,
                                                            int64_t batchSize,
                                                            int64_t maxSeqlenQ,
                                                            int64_t maxSeqlenK,
                                                            char *layoutQOptional,
                                                            char *layoutKOptional,
                                                            int64_t maskMode,
                                                            int64_t cmpRatio,
                                                            const aclTensor *metadata,
                                                            uint64_t *workspaceSize,
                                                            aclOpExecutor **executor);

/**
 * Second phase of `aclnnLightningIndexerV2Metadata`: queues the computation on `stream`.
 */
aclnnStatus aclnnLightningIndexerV2Metadata(void *workspace,
                                            uint64_t workspaceSize,
                                            aclOpExecutor *executor,
                                            aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
