/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnCrossEntropyLoss`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `-weight[target] log_softmax(input)[target]` of each row, of which `labelSmoothing` is spread over all classes, or the sum of these, or by default that divided by the sum of the weights;
 * and the logarithms of the probabilities. A target of `ignoreIndex` counts nothing; another one that is no class fails the task. The outputs for the z-loss are not written.
 */
aclnnStatus aclnnCrossEntropyLossGetWorkspaceSize(const aclTensor *input,
                                                  const aclTensor *target,
                                                  const aclTensor *weightOptional,
                                                  char *reductionOptional,
                                                  int64_t ignoreIndex,
                                                  double labelSmoothing,
                                                  double lseSquareScaleForZloss,
                                                  bool returnZloss,
                                                  const aclTensor *lossOut,
                                                  const aclTensor *logProbOut,
                                                  const aclTensor *zlossOut,
                                                  const aclTensor *lseForZlossOut,
                                                  uint64_t *workspaceSize,
                                                  aclOpExecutor **executor);

/**
 * Second phase of `aclnnCrossEntropyLoss`: queues the computation on `stream`.
 */
aclnnStatus aclnnCrossEntropyLoss(void *workspace,
                                  uint64_t workspaceSize,
                                  aclOpExecutor *executor,
                                  aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
