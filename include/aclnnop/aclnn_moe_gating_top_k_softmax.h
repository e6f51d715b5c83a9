/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnMoeGatingTopKSoftmax`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes the `k` largest values of the softmax of each row of `x` (rank 2 or 3), the experts that they are of, and `rowIdxOut[i, j] = j * rows + i`. Of equal values the first
 * expert comes first. `finishedOptional` (BOOL) marks rows whose experts are written as the number of experts. On Ascend310P `rowIdxOut` is 0.
 */
aclnnStatus aclnnMoeGatingTopKSoftmaxGetWorkspaceSize(const aclTensor *x,
                                                      const aclTensor *finishedOptional,
                                                      int64_t k,
                                                      const aclTensor *yOut,
                                                      const aclTensor *expertIdxOut,
                                                      const aclTensor *rowIdxOut,
                                                      uint64_t *workspaceSize,
                                                      aclOpExecutor **executor);

/**
 * Second phase of `aclnnMoeGatingTopKSoftmax`: queues the computation on `stream`.
 */
aclnnStatus aclnnMoeGatingTopKSoftmax(void *workspace,
                                      uint64_t workspaceSize,
                                      aclOpExecutor *executor,
                                      aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
