/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnDropoutBackward`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `gradOutput * scale` where the bit of `mask` is 1, else 0.
 */
aclnnStatus aclnnDropoutBackwardGetWorkspaceSize(const aclTensor *gradOutput,
                                                 const aclTensor *mask,
                                                 double scale,
                                                 aclTensor *out,
                                                 uint64_t *workspaceSize,
                                                 aclOpExecutor **executor);

/**
 * Second phase of `aclnnDropoutBackward`: queues the computation on `stream`.
 */
aclnnStatus aclnnDropoutBackward(void *workspace,
                                 uint64_t workspaceSize,
                                 aclOpExecutor *executor,
                                 aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
