/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnBitwiseNot`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Inverts all bits of each integer, and each truth value. `out` has the type of `self`.
 */
aclnnStatus aclnnBitwiseNotGetWorkspaceSize(const aclTensor *self,
                                            aclTensor *out,
                                            uint64_t *workspaceSize,
                                            aclOpExecutor **executor);

/**
 * Second phase of `aclnnBitwiseNot`: queues the computation on `stream`.
 */
aclnnStatus aclnnBitwiseNot(void *workspace,
                            uint64_t workspaceSize,
                            aclOpExecutor *executor,
                            aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
