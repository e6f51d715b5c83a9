/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnSignbit`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes whether the sign of each element is negative: 1 or 0 in the type of `out`.
 */
aclnnStatus aclnnSignbitGetWorkspaceSize(const aclTensor *self,
                                         aclTensor *out,
                                         uint64_t *workspaceSize,
                                         aclOpExecutor **executor);

/**
 * Second phase of `aclnnSignbit`: queues the computation on `stream`.
 */
aclnnStatus aclnnSignbit(void *workspace,
                         uint64_t workspaceSize,
                         aclOpExecutor *executor,
                         aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
