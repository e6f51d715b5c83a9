/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnEmbeddingBag`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes for each bag the sum (`mode` 0), the mean (1) or the largest (else) of the rows of `weight` that its indices name. Bag `b` begins at `offsets[b]`, the
 * last one ends with `indices`; with two axes each row of `indices` is a bag. An index of `paddingIdx` counts for nothing; another one outside the
 * table fails the task. `perSampleWeights` are factors of a sum.
 */
aclnnStatus aclnnEmbeddingBagGetWorkspaceSize(const aclTensor *weight,
                                              const aclTensor *indices,
                                              const aclTensor *offsets,
                                              bool scaleGradByFreq,
                                              int64_t mode,
                                              bool sparse,
                                              const aclTensor *perSampleWeights,
                                              bool includeLastOffset,
                                              int64_t paddingIdx,
                                              aclTensor *output,
                                              aclTensor *offset2bag,
                                              aclTensor *bagSize,
                                              aclTensor *maxIndices,
                                              uint64_t *workspaceSize,
                                              aclOpExecutor **executor);

/**
 * Second phase of `aclnnEmbeddingBag`: queues the computation on `stream`.
 */
aclnnStatus aclnnEmbeddingBag(void *workspace,
                              uint64_t workspaceSize,
                              aclOpExecutor *executor,
                              aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
