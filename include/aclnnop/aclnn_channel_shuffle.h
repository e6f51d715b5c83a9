/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnChannelShuffle`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Copies `self`, whose second dimension is `groups` groups of channels, with the first channel of each group first, then the second ones.
 */
aclnnStatus aclnnChannelShuffleGetWorkspaceSize(const aclTensor *self,
                                                int64_t groups,
                                                aclTensor *out,
                                                uint64_t *workspaceSize,
                                                aclOpExecutor **executor);

/**
 * Second phase of `aclnnChannelShuffle`: queues the computation on `stream`.
 */
aclnnStatus aclnnChannelShuffle(void *workspace,
                                uint64_t workspaceSize,
                                aclOpExecutor *executor,
                                aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
