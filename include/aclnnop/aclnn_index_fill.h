/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnIndexFill`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `out` as `self` with `value` in the slices that the numbers of `index` name along axis `dim`. An index below 0 counts from the end; one outside the
 * axis names no slice.
 */
aclnnStatus aclnnIndexFillGetWorkspaceSize(const aclTensor *self,
                                           int64_t dim,
                                           const aclTensor *index,
                                           const aclScalar *value,
                                           aclTensor *out,
                                           uint64_t *workspaceSize,
                                           aclOpExecutor **executor);

/**
 * Second phase of `aclnnIndexFill`: queues the computation on `stream`.
 */
aclnnStatus aclnnIndexFill(void *workspace,
                           uint64_t workspaceSize,
                           aclOpExecutor *executor,
                           aclrtStream stream);

/**
 * First phase of `aclnnInplaceIndexFill`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes `value` to the slices of `selfRef` that the numbers of `index` name along axis `dim`, as `aclnnIndexFill`.
 */
aclnnStatus aclnnInplaceIndexFillGetWorkspaceSize(aclTensor *selfRef,
                                                  int64_t dim,
                                                  const aclTensor *index,
                                                  const aclScalar *value,
                                                  uint64_t *workspaceSize,
                                                  aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceIndexFill`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceIndexFill(void *workspace,
                                  uint64_t workspaceSize,
                                  aclOpExecutor *executor,
                                  aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
