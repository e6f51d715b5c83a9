/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnAtanh`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the inverse hyperbolic tangent of each element. Integers and BOOL are computed in FLOAT.
 */
aclnnStatus aclnnAtanhGetWorkspaceSize(const aclTensor *input,
                                       aclTensor *out,
                                       uint64_t *workspaceSize,
                                       aclOpExecutor **executor);

/**
 * Second phase of `aclnnAtanh`: queues the computation on `stream`.
 */
aclnnStatus aclnnAtanh(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

/**
 * First phase of `aclnnInplaceAtanh`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the inverse hyperbolic tangent of each element, in place.
 */
aclnnStatus aclnnInplaceAtanhGetWorkspaceSize(aclTensor *inputRef,
                                              uint64_t *workspaceSize,
                                              aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceAtanh`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceAtanh(void *workspace,
                              uint64_t workspaceSize,
                              aclOpExecutor *executor,
                              aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
