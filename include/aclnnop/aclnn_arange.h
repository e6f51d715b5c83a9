/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnArange`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes `start + i * step` into element `i` of `out`, for all that lie before `end`.
 */
aclnnStatus aclnnArangeGetWorkspaceSize(const aclScalar *start,
                                        const aclScalar *end,
                                        const aclScalar *step,
                                        aclTensor *out,
                                        uint64_t *workspaceSize,
                                        aclOpExecutor **executor);

/**
 * Second phase of `aclnnArange`: queues the computation on `stream`.
 */
aclnnStatus aclnnArange(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
