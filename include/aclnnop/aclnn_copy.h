/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnInplaceCopy`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Copies `src` into `selfRef`, broadcast to its shape and converted to its type.
 */
aclnnStatus aclnnInplaceCopyGetWorkspaceSize(aclTensor *selfRef,
                                             const aclTensor *src,
                                             uint64_t *workspaceSize,
                                             aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceCopy`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceCopy(void *workspace,
                             uint64_t workspaceSize,
                             aclOpExecutor *executor,
                             aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
