/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnDropout`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Sets each element of `input` to 0 with probability `p`, divides all others by `1 - p`, and writes to `maskOut` a bit for each element, 1 where it was kept. Without
 * `train` the input is copied, and `maskOut` is left as it is, as it is where `p` is 0.
 */
aclnnStatus aclnnDropoutGetWorkspaceSize(const aclTensor *input,
                                         double p,
                                         bool train,
                                         int64_t seed,
                                         int64_t offset,
                                         aclTensor *out,
                                         aclTensor *maskOut,
                                         uint64_t *workspaceSize,
                                         aclOpExecutor **executor);

/**
 * Second phase of `aclnnDropout`: queues the computation on `stream`.
 */
aclnnStatus aclnnDropout(void *workspace,
                         uint64_t workspaceSize,
                         aclOpExecutor *executor,
                         aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
