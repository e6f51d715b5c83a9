/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnAtan`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the inverse tangent of each element, in radians. Integers and BOOL are computed in FLOAT.
 */
aclnnStatus aclnnAtanGetWorkspaceSize(const aclTensor *input,
                                      aclTensor *out,
                                      uint64_t *workspaceSize,
                                      aclOpExecutor **executor);

/**
 * Second phase of `aclnnAtan`: queues the computation on `stream`.
 */
aclnnStatus aclnnAtan(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

/**
 * First phase of `aclnnInplaceAtan`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the inverse tangent of each element, in radians, in place.
 */
aclnnStatus aclnnInplaceAtanGetWorkspaceSize(aclTensor *inputRef,
                                             uint64_t *workspaceSize,
                                             aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceAtan`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceAtan(void *workspace,
                             uint64_t workspaceSize,
                             aclOpExecutor *executor,
                             aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
