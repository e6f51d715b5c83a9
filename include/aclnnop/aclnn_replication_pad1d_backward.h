/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnReplicationPad1dBackward`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the gradient of `aclnnReplicationPad1d` by its input: each element is the sum of the elements of `gradOutput` that were copied from it. `self`
 * gives shape and type only.
 */
aclnnStatus aclnnReplicationPad1dBackwardGetWorkspaceSize(const aclTensor *gradOutput,
                                                          const aclTensor *self,
                                                          const aclIntArray *padding,
                                                          aclTensor *gradInput,
                                                          uint64_t *workspaceSize,
                                                          aclOpExecutor **executor);

/**
 * Second phase of `aclnnReplicationPad1dBackward`: queues the computation on `stream`.
 */
aclnnStatus aclnnReplicationPad1dBackward(void *workspace,
                                          uint64_t workspaceSize,
                                          aclOpExecutor *executor,
                                          aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
