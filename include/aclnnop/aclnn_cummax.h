/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnCummax`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the largest of each element and all before it along axis `dim`, which has one at least, and the place of its last occurrence. NaN stays, with
 * the place of the last one.
 */
aclnnStatus aclnnCummaxGetWorkspaceSize(const aclTensor *self,
                                        int64_t dim,
                                        aclTensor *valuesOut,
                                        aclTensor *indicesOut,
                                        uint64_t *workspaceSize,
                                        aclOpExecutor **executor);

/**
 * Second phase of `aclnnCummax`: queues the computation on `stream`.
 */
aclnnStatus aclnnCummax(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
