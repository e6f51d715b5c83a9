/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnQuantSparseFlashMla`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * As `aclnnSparseFlashMla` on Ascend950, of queries and keys of HIFLOAT8 that are multiplied by `qDescaleOptional`, `oriKvDescaleOptional` and, with compressed keys, `cmpKvDescaleOptional`, one number of FLOAT each; results are of BFLOAT16. `quantMode` is
 * 1.
 */
aclnnStatus aclnnQuantSparseFlashMlaGetWorkspaceSize(const aclTensor *q,
                                                     const aclTensor *oriKvOptional,
                                                     const aclTensor *cmpKvOptional,
                                                     const aclTensor *qDescaleOptional,
                                                     const aclTensor *oriKvDescaleOptional,
                                                     const aclTensor *cmpKvDescaleOptional,
                                                     const aclTensor *oriSparseIndicesOptional,
                                                     const aclTensor *cmpSparseIndicesOptional,
                                                     const aclTensor *oriBlockTableOptional,
                                                     const aclTensor *cmpBlockTableOptional,
                                                     const aclTensor *cuSeqlensQOptional,
                                                     const aclTensor *cuSeqlensOriKvOptional,
                                                     const aclTensor *cuSeqlensCmpKvOptional,
                                                     const aclTensor *sequsedQOptional,
                                                     const aclTensor *sequsedOriKvOptional,
                                                     const aclTensor *sequsedCmpKvOptional,
                                                     const aclTensor *cmpResidualKvOptional,
                                                     const aclTensor *oriTopkLengthOptional,
                                                     const aclTensor *cmpTopkLengthOptional,
                                                     const aclTensor *sinksOptional,
                                                     const aclTensor *metadataOptional,
                                                     int64_t quantMode,
                                                     double softmaxScale,
                                                     int64_t cmpRatio,
                                                     int64_t oriMaskMode,
                                                     int64_t cmpMaskMode,
                                                     int64_t oriWinLeft,
                                                     int64_t oriWinRight,
                                                     char *layoutQOptional,
                                                     char *layoutKvOptional,
                                                     int64_t topkValueMode,
                                                     bool returnSoftmaxLse,
                                                     const aclTensor *attnOutOut,
                                                     const aclTensor *softmaxLseOutOptional,
                                                     uint64_t *workspaceSize,
                                                     aclOpExecutor **executor);

/**
 * Second phase of `aclnnQuantSparseFlashMla`: queues the computation on `stream`.
 */
aclnnStatus aclnnQuantSparseFlashMla(void *workspace,
                                     uint64_t workspaceSize,
                                     aclOpExecutor *executor,
                                     aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
