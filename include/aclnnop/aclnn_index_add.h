/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnIndexAdd`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `out` as `self` plus `alpha` times the slices of `source` at the numbers of `index` along axis `dim`, rounded once. `alpha` is converted to the
 * type of `self` first. An index outside the axis fails the task.
 */
aclnnStatus aclnnIndexAddGetWorkspaceSize(const aclTensor *self,
                                          int64_t dim,
                                          const aclTensor *index,
                                          const aclTensor *source,
                                          const aclScalar *alpha,
                                          aclTensor *out,
                                          uint64_t *workspaceSize,
                                          aclOpExecutor **executor);

/**
 * Second phase of `aclnnIndexAdd`: queues the computation on `stream`.
 */
aclnnStatus aclnnIndexAdd(void *workspace,
                          uint64_t workspaceSize,
                          aclOpExecutor *executor,
                          aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
