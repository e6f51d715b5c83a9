/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnVarMean`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the variance over `dim` (all axes if null or empty), divided by the number of elements less `correction`, and the mean.
 */
aclnnStatus aclnnVarMeanGetWorkspaceSize(const aclTensor *self,
                                         const aclIntArray *dim,
                                         int64_t correction,
                                         bool keepdim,
                                         aclTensor *varOut,
                                         aclTensor *meanOut,
                                         uint64_t *workspaceSize,
                                         aclOpExecutor **executor);

/**
 * Second phase of `aclnnVarMean`: queues the computation on `stream`.
 */
aclnnStatus aclnnVarMean(void *workspace,
                         uint64_t workspaceSize,
                         aclOpExecutor *executor,
                         aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
