/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnEmbeddingDenseBackward`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes, for each of `numWeights` rows, the sum of the rows of `grad` whose index it is, or their mean with `scaleGradByFreq`. Rows whose index is
 * `paddingIdx` are left out. An index outside the table fails the task.
 */
aclnnStatus aclnnEmbeddingDenseBackwardGetWorkspaceSize(const aclTensor *grad,
                                                        const aclTensor *indices,
                                                        uint64_t numWeights,
                                                        uint64_t paddingIdx,
                                                        bool scaleGradByFreq,
                                                        const aclTensor *out,
                                                        uint64_t *workspaceSize,
                                                        aclOpExecutor **executor);

/**
 * Second phase of `aclnnEmbeddingDenseBackward`: queues the computation on `stream`.
 */
aclnnStatus aclnnEmbeddingDenseBackward(void *workspace,
                                        uint64_t workspaceSize,
                                        aclOpExecutor *executor,
                                        aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
