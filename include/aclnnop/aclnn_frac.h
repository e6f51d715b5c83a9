/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnFrac`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes each element less the integer toward zero. `out` has the type of `input`; integers give 0.
 */
aclnnStatus aclnnFracGetWorkspaceSize(const aclTensor *input,
                                      aclTensor *out,
                                      uint64_t *workspaceSize,
                                      aclOpExecutor **executor);

/**
 * Second phase of `aclnnFrac`: queues the computation on `stream`.
 */
aclnnStatus aclnnFrac(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

/**
 * First phase of `aclnnInplaceFrac`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes each element less the integer toward zero, in place; integers become 0.
 */
aclnnStatus aclnnInplaceFracGetWorkspaceSize(aclTensor *inputRef,
                                             uint64_t *workspaceSize,
                                             aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceFrac`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceFrac(void *workspace,
                             uint64_t workspaceSize,
                             aclOpExecutor *executor,
                             aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
