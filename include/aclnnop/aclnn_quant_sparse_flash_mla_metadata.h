/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnQuantSparseFlashMlaMetadata`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Checks the arguments of a schedule of `aclnnQuantSparseFlashMla`: heads, lengths of sequences, masks and layouts; INT32 tensors of lengths, and a table of 1024 words. `quantMode` is 1, `oriTopk` 0. All elements of `metaData` are zeros: nothing is shared out, and the operators that take it do not read it.
 */
aclnnStatus aclnnQuantSparseFlashMlaMetadataGetWorkspaceSize(const aclTensor *cuSeqlensQOptional,
                                                             const aclTensor *cuSeqlensOriKvOptional,
                                                             const aclTensor *cuSeqlensCmpKvOptional,
                                                             const aclTensor *sequsedQOptional,
                                                             const aclTensor *sequsedOriKvOptional,
                                                             const aclTensor *sequsedCmpKvOptional,
                                                             const aclTensor *cmpResidualKvOptional,
                                                             const aclTensor *oriTopkLengthOptional,
                                                             const aclTensor *cmpTopkLengthOptional,
                                                             int64_t numHeadsQ,
                                                             int64_t numHeadsKv,
                                                             int64_t headDim,
                                                             int64_t quantMode,
                                                             int64_t batchSize,
                                                             int64_t maxSeqlenQ,
                                                             int64_t maxSeqlenOriKv,
                                                             int64_t maxSeqlenCmpKv,
                                                             int64_t oriTopk,
                                                             int64_t cmpTopk,
                                                             int64_t cmpRatio,
                                                             int64_t oriMaskMode,
                                                             int64_t cmpMaskMode,
                                                             int64_t oriWinLeft,
                                                             int64_t oriWinRight,
                                                             const char *layoutQOptional,
                                                             const char *layoutKvOptional,
                                                             bool hasOriKv,
                                                             bool hasCmpKv,
                                                             const aclTensor *metaData,
                                                             uint64_t *workspaceSize,
                                                             aclOpExecutor **executor);

/**
 * Second phase of `aclnnQuantSparseFlashMlaMetadata`: queues the computation on `stream`.
 */
aclnnStatus aclnnQuantSparseFlashMlaMetadata(void *workspace,
                                             uint64_t workspaceSize,
                                             aclOpExecutor *executor,
                                             aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
