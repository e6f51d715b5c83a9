/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnMixedQuantSparseFlashMla`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * As `aclnnSparseFlashMla` on Ascend950, of queries of BFLOAT16 and keys whose rows are bytes in a tensor of FLOAT8_E4M3FN: 448 elements of that type, of which 64 each are multiplied by a scale, and 64 of BFLOAT16 behind them (`ropeHeadDim`). `quantMode`
 * 1: a row of 608 bytes has the 64 elements, the 448, seven scales of BFLOAT16, and 18 bytes that are not read. `quantMode` 2, keys in blocks: a block has 576 bytes of each row, the 448 elements and the 64, then eight bytes of each row, seven scales
 * of FLOAT8_E8M0 and one that is not read.
 */
aclnnStatus aclnnMixedQuantSparseFlashMlaGetWorkspaceSize(const aclTensor *q,
                                                          const aclTensor *oriKvOptional,
                                                          const aclTensor *cmpKvOptional,
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
                                                          int64_t ropeHeadDim,
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
 * Second phase of `aclnnMixedQuantSparseFlashMla`: queues the computation on `stream`.
 */
aclnnStatus aclnnMixedQuantSparseFlashMla(void *workspace,
                                          uint64_t workspaceSize,
                                          aclOpExecutor *executor,
                                          aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
