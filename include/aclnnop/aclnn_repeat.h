/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnRepeat`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Copies `self` `repeats[i]` times along dimension `i` of `out`, which may have more dimensions before those of `self`.
 */
aclnnStatus aclnnRepeatGetWorkspaceSize(const aclTensor *self,
                                        const aclIntArray *repeats,
                                        aclTensor *out,
                                        uint64_t *workspaceSize,
                                        aclOpExecutor **executor);

/**
 * Second phase of `aclnnRepeat`: queues the computation on `stream`.
 */
aclnnStatus aclnnRepeat(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
