/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnIndexFillTensor`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `out` as `self` with `value` in the slices that the numbers of `index` name along axis `dim`. An index below 0 counts from the end.
 */
aclnnStatus aclnnIndexFillTensorGetWorkspaceSize(const aclTensor *self,
                                                 int64_t dim,
                                                 const aclIntArray *index,
                                                 const aclScalar *value,
                                                 aclTensor *out,
                                                 uint64_t *workspaceSize,
                                                 aclOpExecutor **executor);

/**
 * Second phase of `aclnnIndexFillTensor`: queues the computation on `stream`.
 */
aclnnStatus aclnnIndexFillTensor(void *workspace,
                                 uint64_t workspaceSize,
                                 aclOpExecutor *executor,
                                 aclrtStream stream);

/**
 * First phase of `aclnnInplaceIndexFillTensor`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes `value` to the slices of `selfRef` that the numbers of `index` name along axis `dim`. An index below 0 counts from the end.
 */
aclnnStatus aclnnInplaceIndexFillTensorGetWorkspaceSize(aclTensor *selfRef,
                                                        int64_t dim,
                                                        const aclIntArray *index,
                                                        const aclScalar *value,
                                                        uint64_t *workspaceSize,
                                                        aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceIndexFillTensor`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceIndexFillTensor(void *workspace,
                                        uint64_t workspaceSize,
                                        aclOpExecutor *executor,
                                        aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
