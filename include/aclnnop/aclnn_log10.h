/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnLog10`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the logarithm to base 10 of each element. `out` has the type of `self`; FLOAT for integers and BOOL.
 */
aclnnStatus aclnnLog10GetWorkspaceSize(const aclTensor *self,
                                       aclTensor *out,
                                       uint64_t *workspaceSize,
                                       aclOpExecutor **executor);

/**
 * Second phase of `aclnnLog10`: queues the computation on `stream`.
 */
aclnnStatus aclnnLog10(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

/**
 * First phase of `aclnnInplaceLog10`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the logarithm to base 10 of each element, in place.
 */
aclnnStatus aclnnInplaceLog10GetWorkspaceSize(aclTensor *selfRef,
                                              uint64_t *workspaceSize,
                                              aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceLog10`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceLog10(void *workspace,
                              uint64_t workspaceSize,
                              aclOpExecutor *executor,
                              aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
