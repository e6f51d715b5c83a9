/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnBatchNormElemt`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `(input - mean) * invstd * weight + bias` with a number of each for each channel. `eps` changes nothing.
 */
aclnnStatus aclnnBatchNormElemtGetWorkspaceSize(const aclTensor *input,
                                                const aclTensor *weight,
                                                const aclTensor *bias,
                                                aclTensor *mean,
                                                aclTensor *invstd,
                                                double eps,
                                                aclTensor *output,
                                                uint64_t *workspaceSize,
                                                aclOpExecutor **executor);

/**
 * Second phase of `aclnnBatchNormElemt`: queues the computation on `stream`.
 */
aclnnStatus aclnnBatchNormElemt(void *workspace,
                                uint64_t workspaceSize,
                                aclOpExecutor *executor,
                                aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
