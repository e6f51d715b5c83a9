/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnTopKTopPSample`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Draws a class from each row: of the `topK` largest, if that is from 1 to 1024, those whose probabilities are needed to be above `topP`, if that is between 0 and 1; of these that whose probability divided by
 * `abs(q) + eps` is largest, `q` by position among the largest. With `isNeedLogits` the logits that count are written, and minus infinity for the others.
 */
aclnnStatus aclnnTopKTopPSampleGetWorkspaceSize(const aclTensor *logits,
                                                const aclTensor *topK,
                                                const aclTensor *topP,
                                                const aclTensor *q,
                                                double eps,
                                                bool isNeedLogits,
                                                int64_t topKGuess,
                                                const aclTensor *logitsSelectIdx,
                                                const aclTensor *logitsTopKPSelect,
                                                uint64_t *workspaceSize,
                                                aclOpExecutor **executor);

/**
 * Second phase of `aclnnTopKTopPSample`: queues the computation on `stream`.
 */
aclnnStatus aclnnTopKTopPSample(void *workspace,
                                uint64_t workspaceSize,
                                aclOpExecutor *executor,
                                aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
