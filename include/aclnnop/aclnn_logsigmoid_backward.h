/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnLogSigmoidBackward`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `gradOutput / (1 + e^x)`. All have one type and shape. `buffer` is not looked at.
 */
aclnnStatus aclnnLogSigmoidBackwardGetWorkspaceSize(const aclTensor *gradOutput,
                                                    const aclTensor *self,
                                                    const aclTensor *buffer,
                                                    aclTensor *gradInput,
                                                    uint64_t *workspaceSize,
                                                    aclOpExecutor **executor);

/**
 * Second phase of `aclnnLogSigmoidBackward`: queues the computation on `stream`.
 */
aclnnStatus aclnnLogSigmoidBackward(void *workspace,
                                    uint64_t workspaceSize,
                                    aclOpExecutor *executor,
                                    aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
