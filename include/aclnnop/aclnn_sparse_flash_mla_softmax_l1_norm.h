/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnSparseFlashMlaSoftmaxL1Norm`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the mean over heads of `exp(softmaxScale * q @ k^T - softmaxLse)`: FLOAT16 or BFLOAT16 with heads of 512 elements, keys of one head, `softmaxLse` of FLOAT as `aclnnSparseFlashMla` writes it. Layouts, lengths, masks and lists are those of
 * its compressed keys. `softmaxL1Norm`, FLOAT, has a number for each number of a list or, without lists, for each key of the sequence, with as many columns as the tensor of keys has rows, of BSND those of an entry of the batch: 0 where a key is not seen.
 */
aclnnStatus aclnnSparseFlashMlaSoftmaxL1NormGetWorkspaceSize(const aclTensor *q,
                                                             const aclTensor *k,
                                                             const aclTensor *softmaxLse,
                                                             const aclTensor *sparseIndicesOptional,
                                                             const aclTensor *cuSeqlensQOptional,
                                                             const aclTensor *cuSeqlensKOptional,
                                                             const aclTensor *sequsedQOptional,
                                                             const aclTensor *sequsedKOptional,
                                                             const aclTensor *cmpResidualKOptional,
                                                             const aclTensor *topkLengthOptional,
                                                             const aclTensor *metadataOptional,
                                                             double softmaxScale,
                                                             int64_t cmpRatio,
                                                             int64_t maskMode,
                                                             char *layoutQOptional,
                                                             char *layoutKOptional,
                                                             const aclTensor *softmaxL1Norm,
                                                             uint64_t *workspaceSize,
                                                             aclOpExecutor **executor);

/**
 * Second phase of `aclnnSparseFlashMlaSoftmaxL1Norm`: queues the computation on `stream`.
 */
aclnnStatus aclnnSparseFlashMlaSoftmaxL1Norm(void *workspace,
                                             uint64_t workspaceSize,
                                             aclOpExecutor *executor,
                                             aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
