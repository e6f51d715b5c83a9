/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnReplicationPad2d`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Copies `self` with `padding[2k]` elements before and `padding[2k + 1]` behind dimension `k` from the last: its first and last elements repeated.
 */
aclnnStatus aclnnReplicationPad2dGetWorkspaceSize(const aclTensor *self,
                                                  const aclIntArray *padding,
                                                  aclTensor *out,
                                                  uint64_t *workspaceSize,
                                                  aclOpExecutor **executor);

/**
 * Second phase of `aclnnReplicationPad2d`: queues the computation on `stream`.
 */
aclnnStatus aclnnReplicationPad2d(void *workspace,
                                  uint64_t workspaceSize,
                                  aclOpExecutor *executor,
                                  aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
