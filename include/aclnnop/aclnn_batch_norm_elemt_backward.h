/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnBatchNormElemtBackward`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `((gradOut - sumDy / n) - (input - mean) * invstd² * sumDyXmu / n) * invstd * weight` with a number of each for each channel; n is the sum of
 * `counter`.
 */
aclnnStatus aclnnBatchNormElemtBackwardGetWorkspaceSize(const aclTensor *gradOut,
                                                        const aclTensor *input,
                                                        const aclTensor *mean,
                                                        const aclTensor *invstd,
                                                        const aclTensor *weight,
                                                        const aclTensor *sumDy,
                                                        const aclTensor *sumDyXmu,
                                                        aclTensor *counter,
                                                        aclTensor *gradInput,
                                                        uint64_t *workspaceSize,
                                                        aclOpExecutor **executor);

/**
 * Second phase of `aclnnBatchNormElemtBackward`: queues the computation on `stream`.
 */
aclnnStatus aclnnBatchNormElemtBackward(void *workspace,
                                        uint64_t workspaceSize,
                                        aclOpExecutor *executor,
                                        aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
