/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnCrossEntropyLossGrad`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the gradient by the logits of the logarithms of probabilities that `aclnnCrossEntropyLoss` gave, with the same targets, weights and attributes. The inputs for the z-loss do not count.
 */
aclnnStatus aclnnCrossEntropyLossGradGetWorkspaceSize(const aclTensor *gradLoss,
                                                      const aclTensor *logProb,
                                                      const aclTensor *target,
                                                      const aclTensor *weightOptional,
                                                      const aclTensor *gradZlossOptional,
                                                      const aclTensor *lseForZlossOptional,
                                                      char *reductionOptional,
                                                      int64_t ignoreIndex,
                                                      double labelSmoothing,
                                                      double lseSquareScaleForZloss,
                                                      const aclTensor *out,
                                                      uint64_t *workspaceSize,
                                                      aclOpExecutor **executor);

/**
 * Second phase of `aclnnCrossEntropyLossGrad`: queues the computation on `stream`.
 */
aclnnStatus aclnnCrossEntropyLossGrad(void *workspace,
                                      uint64_t workspaceSize,
                                      aclOpExecutor *executor,
                                      aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
