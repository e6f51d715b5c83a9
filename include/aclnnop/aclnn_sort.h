/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnSort`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes the elements along `dim` in rising or falling order, converted to the type of `valuesOut`, and the index that each had. NaN is larger than every number; equal elements
 * keep their order, whatever `stable` says.
 */
aclnnStatus aclnnSortGetWorkspaceSize(const aclTensor *self,
                                      bool stable,
                                      int64_t dim,
                                      bool descending,
                                      aclTensor *valuesOut,
                                      aclTensor *indicesOut,
                                      uint64_t *workspaceSize,
                                      aclOpExecutor **executor);

/**
 * Second phase of `aclnnSort`: queues the computation on `stream`.
 */
aclnnStatus aclnnSort(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
