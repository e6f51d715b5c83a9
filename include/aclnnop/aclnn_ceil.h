/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnCeil`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the least integer not below each element. `out` has the type of `self`; integers are copied.
 */
aclnnStatus aclnnCeilGetWorkspaceSize(const aclTensor *self,
                                      aclTensor *out,
                                      uint64_t *workspaceSize,
                                      aclOpExecutor **executor);

/**
 * Second phase of `aclnnCeil`: queues the computation on `stream`.
 */
aclnnStatus aclnnCeil(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

/**
 * First phase of `aclnnInplaceCeil`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the least integer not below each element, in place; integers stay.
 */
aclnnStatus aclnnInplaceCeilGetWorkspaceSize(aclTensor *selfRef,
                                             uint64_t *workspaceSize,
                                             aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceCeil`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceCeil(void *workspace,
                             uint64_t workspaceSize,
                             aclOpExecutor *executor,
                             aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
