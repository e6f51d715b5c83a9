/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnCos`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the cosine of each element, in radians. Integers and BOOL are computed in FLOAT.
 */
aclnnStatus aclnnCosGetWorkspaceSize(const aclTensor *input,
                                     aclTensor *out,
                                     uint64_t *workspaceSize,
                                     aclOpExecutor **executor);

/**
 * Second phase of `aclnnCos`: queues the computation on `stream`.
 */
aclnnStatus aclnnCos(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

/**
 * First phase of `aclnnInplaceCos`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the cosine of each element, in radians, in place.
 */
aclnnStatus aclnnInplaceCosGetWorkspaceSize(aclTensor *inputRef,
                                            uint64_t *workspaceSize,
                                            aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceCos`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceCos(void *workspace,
                            uint64_t workspaceSize,
                            aclOpExecutor *executor,
                            aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
