/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnSlice`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Copies every `step`-th element of dimension `dim` from `start` to before `end`. Negative numbers count from the end; what lies outside is left
 * out.
 */
aclnnStatus aclnnSliceGetWorkspaceSize(const aclTensor *self,
                                       int64_t dim,
                                       int64_t start,
                                       int64_t end,
                                       int64_t step,
                                       aclTensor *out,
                                       uint64_t *workspaceSize,
                                       aclOpExecutor **executor);

/**
 * Second phase of `aclnnSlice`: queues the computation on `stream`.
 */
aclnnStatus aclnnSlice(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
