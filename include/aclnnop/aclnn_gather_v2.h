/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnGatherV2`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `out` as `self` with axis `dim` replaced by the axes of `index`: each index names a slice. An index below 0 counts from the end; one outside
 * the axis fails the task. An index without axes leaves an axis of one element.
 */
aclnnStatus aclnnGatherV2GetWorkspaceSize(const aclTensor *self,
                                          int64_t dim,
                                          const aclTensor *index,
                                          aclTensor *out,
                                          uint64_t *workspaceSize,
                                          aclOpExecutor **executor);

/**
 * Second phase of `aclnnGatherV2`: queues the computation on `stream`.
 */
aclnnStatus aclnnGatherV2(void *workspace,
                          uint64_t workspaceSize,
                          aclOpExecutor *executor,
                          aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
