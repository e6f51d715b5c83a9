/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnDropoutV3`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Sets each element of `input` to 0 with probability `p`, divides all others by `1 - p`, and writes to `maskOut` a bit for each element, 1 where it was kept.
 * `optionalNoiseShape` is null.
 */
aclnnStatus aclnnDropoutV3GetWorkspaceSize(const aclTensor *input,
                                           const aclTensor *optionalNoiseShape,
                                           double p,
                                           int64_t seed,
                                           int64_t offset,
                                           aclTensor *out,
                                           aclTensor *maskOut,
                                           uint64_t *workspaceSize,
                                           aclOpExecutor **executor);

/**
 * Second phase of `aclnnDropoutV3`: queues the computation on `stream`.
 */
aclnnStatus aclnnDropoutV3(void *workspace,
                           uint64_t workspaceSize,
                           aclOpExecutor *executor,
                           aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
