/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnIndexCopy`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `outRef` as `selfRef` with the slices of `source` at the numbers of `index` along axis `dim`; of several the last one stays. An index outside the
 * axis fails the task.
 */
aclnnStatus aclnnIndexCopyGetWorkspaceSize(aclTensor *selfRef,
                                           int64_t dim,
                                           const aclTensor *index,
                                           const aclTensor *source,
                                           aclTensor *outRef,
                                           uint64_t *workspaceSize,
                                           aclOpExecutor **executor);

/**
 * Second phase of `aclnnIndexCopy`: queues the computation on `stream`.
 */
aclnnStatus aclnnIndexCopy(void *workspace,
                           uint64_t workspaceSize,
                           aclOpExecutor *executor,
                           aclrtStream stream);

/**
 * First phase of `aclnnInplaceIndexCopy`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes the slices of `source` to those of `selfRef` that `index` names along axis `dim`; of several the last one stays. An index outside the axis fails the
 * task.
 */
aclnnStatus aclnnInplaceIndexCopyGetWorkspaceSize(aclTensor *selfRef,
                                                  int64_t dim,
                                                  const aclTensor *index,
                                                  const aclTensor *source,
                                                  uint64_t *workspaceSize,
                                                  aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceIndexCopy`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceIndexCopy(void *workspace,
                                  uint64_t workspaceSize,
                                  aclOpExecutor *executor,
                                  aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
