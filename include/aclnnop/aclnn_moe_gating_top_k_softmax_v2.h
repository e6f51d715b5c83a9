/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnMoeGatingTopKSoftmaxV2`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes the `k` largest values of the softmax of each row of `x` (`renorm` 0), or the softmax of its `k` largest values (`renorm` 1), and the experts that they are of. Of equal
 * values the first expert comes first. `finishedOptional` (BOOL) marks rows whose experts are written as the number of experts. `softmaxResultOutOptional` (FLOAT) gets the whole
 * softmax if `renorm` is 0 and `outputSoftmaxResultFlag` is true.
 */
aclnnStatus aclnnMoeGatingTopKSoftmaxV2GetWorkspaceSize(const aclTensor *x,
                                                        const aclTensor *finishedOptional,
                                                        int64_t k,
                                                        int64_t renorm,
                                                        bool outputSoftmaxResultFlag,
                                                        const aclTensor *yOut,
                                                        const aclTensor *expertIdxOut,
                                                        const aclTensor *softmaxResultOutOptional,
                                                        uint64_t *workspaceSize,
                                                        aclOpExecutor **executor);

/**
 * Second phase of `aclnnMoeGatingTopKSoftmaxV2`: queues the computation on `stream`.
 */
aclnnStatus aclnnMoeGatingTopKSoftmaxV2(void *workspace,
                                        uint64_t workspaceSize,
                                        aclOpExecutor *executor,
                                        aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
