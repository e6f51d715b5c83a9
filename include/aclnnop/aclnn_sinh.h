/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnSinh`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the hyperbolic sine of each element. Integers and BOOL are converted to the type of `out` first.
 */
aclnnStatus aclnnSinhGetWorkspaceSize(const aclTensor *self,
                                      aclTensor *out,
                                      uint64_t *workspaceSize,
                                      aclOpExecutor **executor);

/**
 * Second phase of `aclnnSinh`: queues the computation on `stream`.
 */
aclnnStatus aclnnSinh(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

/**
 * First phase of `aclnnInplaceSinh`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the hyperbolic sine of each element, in place.
 */
aclnnStatus aclnnInplaceSinhGetWorkspaceSize(aclTensor *selfRef,
                                             uint64_t *workspaceSize,
                                             aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceSinh`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceSinh(void *workspace,
                             uint64_t workspaceSize,
                             aclOpExecutor *executor,
                             aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
