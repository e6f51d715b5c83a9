/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnCtcLoss`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the negative logarithm of the likelihood of each target, summed over its alignments with the steps of `logProbs`; infinity if there is none. `logAlphaOut` gets the sums up to each step, and minus
 * infinity elsewhere. `zeroInfinity` counts in the gradient only.
 */
aclnnStatus aclnnCtcLossGetWorkspaceSize(const aclTensor *logProbs,
                                         const aclTensor *targets,
                                         const aclIntArray *inputLengths,
                                         const aclIntArray *targetlengths,
                                         int64_t blank,
                                         bool zeroInfinity,
                                         aclTensor *negLogLikelihoodOut,
                                         aclTensor *logAlphaOut,
                                         uint64_t *workspaceSize,
                                         aclOpExecutor **executor);

/**
 * Second phase of `aclnnCtcLoss`: queues the computation on `stream`.
 */
aclnnStatus aclnnCtcLoss(void *workspace,
                         uint64_t workspaceSize,
                         aclOpExecutor *executor,
                         aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
