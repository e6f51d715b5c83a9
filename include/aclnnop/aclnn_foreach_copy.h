/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnForeachCopy`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Copies each tensor of `x` to the one at its place in `out`, which has its type; FLOAT is also copied to FLOAT16 and BFLOAT16, and these to FLOAT.
 */
aclnnStatus aclnnForeachCopyGetWorkspaceSize(const aclTensorList *x,
                                             aclTensorList *out,
                                             uint64_t *workspaceSize,
                                             aclOpExecutor **executor);

/**
 * Second phase of `aclnnForeachCopy`: queues the computation on `stream`.
 */
aclnnStatus aclnnForeachCopy(void *workspace,
                             uint64_t workspaceSize,
                             aclOpExecutor *executor,
                             aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
