/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnHistc`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes how many elements of `self` are in each of `bins` equal parts of the range from `min` to `max`, both inclusive; if they are equal, of the range
 * of the elements. Numbers outside, and NaN, are not counted.
 */
aclnnStatus aclnnHistcGetWorkspaceSize(const aclTensor *self,
                                       int64_t bins,
                                       const aclScalar *min,
                                       const aclScalar *max,
                                       aclTensor *out,
                                       uint64_t *workspaceSize,
                                       aclOpExecutor **executor);

/**
 * Second phase of `aclnnHistc`: queues the computation on `stream`.
 */
aclnnStatus aclnnHistc(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
