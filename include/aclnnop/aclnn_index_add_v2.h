/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnIndexAddV2`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `out` as `self` plus `alpha` times the slices of `source` at the numbers of `index` along axis `dim`, rounded once. With `mode` 0 `alpha` does not
 * count, and `self` has two axes, of which `dim` is the first. An index outside the axis fails the task.
 */
aclnnStatus aclnnIndexAddV2GetWorkspaceSize(const aclTensor *self,
                                            int64_t dim,
                                            const aclTensor *index,
                                            const aclTensor *source,
                                            const aclScalar *alpha,
                                            int64_t mode,
                                            aclTensor *out,
                                            uint64_t *workspaceSize,
                                            aclOpExecutor **executor);

/**
 * Second phase of `aclnnIndexAddV2`: queues the computation on `stream`.
 */
aclnnStatus aclnnIndexAddV2(void *workspace,
                            uint64_t workspaceSize,
                            aclOpExecutor *executor,
                            aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
