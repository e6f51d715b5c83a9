/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnSparseFlashMlaGrad`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the gradients of `aclnnSparseFlashMla` by queries, both kinds of keys and sinks from the gradient by its results, its results and `lse`: FLOAT16 or BFLOAT16, sums in DOUBLE, in one order whatever threads do. Keys lie in no blocks.
 * The gradient by keys is that by keys and that by values. With `cmpSparseIndicesOptional`, `cmpSoftmaxL1NormOptional` is the mean over heads of the weight of each number of a list, FLOAT, 0 where it does not count. `oriKvOptional` has no lists.
 * Ascend910B and Ascend910_93 take `oriMaskMode` 4 with a window of 127 tokens and `cmpMaskMode` 3, and no numbers of rows that count. Without `sinksOptional` nothing is written for it. Rows of no sequence have gradients of 0.
 */
aclnnStatus aclnnSparseFlashMlaGradGetWorkspaceSize(const aclTensor *query,
                                                    const aclTensor *dOut,
                                                    const aclTensor *out,
                                                    const aclTensor *lse,
                                                    const aclTensor *oriKvOptional,
                                                    const aclTensor *cmpKvOptional,
                                                    const aclTensor *oriSparseIndicesOptional,
                                                    const aclTensor *cmpSparseIndicesOptional,
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
                                                    double scaleValue,
                                                    int64_t cmpRatio,
                                                    int64_t oriMaskMode,
                                                    int64_t cmpMaskMode,
                                                    int64_t oriWinLeft,
                                                    int64_t oriWinRight,
                                                    char *layoutQOptional,
                                                    char *layoutKvOptional,
                                                    const aclTensor *dQueryOut,
                                                    const aclTensor *dOriKvOutOptional,
                                                    const aclTensor *dCmpKvOutOptional,
                                                    const aclTensor *dSinksOutOptional,
                                                    const aclTensor *oriSoftmaxL1NormOptional,
                                                    const aclTensor *cmpSoftmaxL1NormOptional,
                                                    uint64_t *workspaceSize,
                                                    aclOpExecutor **executor);

/**
 * Second phase of `aclnnSparseFlashMlaGrad`: queues the computation on `stream`.
 */
aclnnStatus aclnnSparseFlashMlaGrad(void *workspace,
                                    uint64_t workspaceSize,
                                    aclOpExecutor *executor,
                                    aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
