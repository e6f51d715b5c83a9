/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnExpand`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Copies `self`, repeated along dimensions of one element and new ones before the others, to the shape `size`.
 */
aclnnStatus aclnnExpandGetWorkspaceSize(const aclTensor *self,
                                        const aclIntArray *size,
                                        aclTensor *out,
                                        uint64_t *workspaceSize,
                                        aclOpExecutor **executor);

/**
 * Second phase of `aclnnExpand`: queues the computation on `stream`.
 */
aclnnStatus aclnnExpand(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
