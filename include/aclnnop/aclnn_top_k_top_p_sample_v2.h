/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnTopKTopPSampleV2`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Draws a class from each row: of the `topK` largest, if that is from 1 to `ksMax`, as many as are needed for a probability of `topP`, if that is below 1, and of these those whose probability is `minPs` times the largest or more; that
 * whose probability divided by `abs(q) + eps` is largest, `q` by position among the largest. With `isNeedSampleResult` the classes that count and their probabilities are written, and 0 behind
 * them, instead of the class; with `isNeedLogits` the logits that count, and minus infinity, or 0 of probabilities, for the others.
 */
aclnnStatus aclnnTopKTopPSampleV2GetWorkspaceSize(const aclTensor *logits,
                                                  const aclTensor *topK,
                                                  const aclTensor *topP,
                                                  const aclTensor *q,
                                                  const aclTensor *minPs,
                                                  double eps,
                                                  bool isNeedLogits,
                                                  int64_t topKGuess,
                                                  int64_t ksMax,
                                                  bool inputIsLogits,
                                                  bool isNeedSampleResult,
                                                  const aclTensor *logitsSelectIdx,
                                                  const aclTensor *logitsTopKPSelect,
                                                  const aclTensor *logitsIdx,
                                                  const aclTensor *logitsSortMasked,
                                                  uint64_t *workspaceSize,
                                                  aclOpExecutor **executor);

/**
 * Second phase of `aclnnTopKTopPSampleV2`: queues the computation on `stream`.
 */
aclnnStatus aclnnTopKTopPSampleV2(void *workspace,
                                  uint64_t workspaceSize,
                                  aclOpExecutor *executor,
                                  aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
