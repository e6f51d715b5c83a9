/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnLightningIndexerV2`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * As `aclnnLightningIndexer`, of keys of which each stands for `cmpRatio` tokens: with `maskMode` 3 query `i` sees the keys below `(i + 1 + keys * cmpRatio + cmpResidualK - queries) / cmpRatio`. FLOAT16 or BFLOAT16
 * with weights and values of FLOAT, 1 to 64 heads. Sequences of TND begin and end where `cuSeqlens` says, and as many of their rows count as `seqused` says, which is also the length of sequences of other layouts;
 * PA_BBND is the layout of keys in blocks. `outputIdxOffset` is added to the indices of each row of queries. `metadata` is not read.
 */
aclnnStatus aclnnLightningIndexerV2GetWorkspaceSize(const aclTensor *q,
                                                    const aclTensor *k,
                                                    const aclTensor *w,
                                                    const aclTensor *cuSeqlensQOptional,
                                                    const aclTensor *cuSeqlensKOptional,
                                                    const aclTensor *sequsedQOptional,
                                                    const aclTensor *sequsedKOptional,
                                                    const aclTensor *cmpResidualKOptional,
                                                    const aclTensor *blockTableOptional,
                                                    const aclTensor *outputIdxOffsetOptional,
                                                    const aclTensor *metadataOptional,
                                                    int64_t topk,
                                                    int64_t maxSeqlenQ,
                                                    char *layoutQ,
                                                    char *layoutK,
                                                    int64_t maskMode,
                                                    int64_t cmpRatio,
                                                    int64_t returnValue,
                                                    const aclTensor *sparseIndices,
                                                    const aclTensor *sparseValues,
                                                    uint64_t *workspaceSize,
                                                    aclOpExecutor **executor);

/**
 * Second phase of `aclnnLightningIndexerV2`: queues the computation on `stream`.
 */
aclnnStatus aclnnLightningIndexerV2(void *workspace,
                                    uint64_t workspaceSize,
                                    aclOpExecutor *executor,
                                    aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
