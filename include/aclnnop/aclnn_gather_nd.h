/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnGatherNd`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the elements, or slices, of `self` at the coordinates in the rows of `indices`. With `negativeIndexSupport` an index below 0 counts from the
 * end; one outside its axis fails the task.
 */
aclnnStatus aclnnGatherNdGetWorkspaceSize(const aclTensor *self,
                                          const aclTensor *indices,
                                          bool negativeIndexSupport,
                                          aclTensor *out,
                                          uint64_t *workspaceSize,
                                          aclOpExecutor **executor);

/**
 * Second phase of `aclnnGatherNd`: queues the computation on `stream`.
 */
aclnnStatus aclnnGatherNd(void *workspace,
                          uint64_t workspaceSize,
                          aclOpExecutor *executor,
                          aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
