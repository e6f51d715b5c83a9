/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnKlDiv`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `target (ln(target) - self)`, of a target of 0 nothing, or `exp(target) (target - self)` if `logTarget`; each, or the mean, the sum, or the sum divided by the first extent by
 * `reduction` 1, 2 or 3, rounded once. Of nothing a mean is NaN, a sum 0.
 */
aclnnStatus aclnnKlDivGetWorkspaceSize(const aclTensor *self,
                                       const aclTensor *target,
                                       int64_t reduction,
                                       bool logTarget,
                                       aclTensor *out,
                                       uint64_t *workspaceSize,
                                       aclOpExecutor **executor);

/**
 * Second phase of `aclnnKlDiv`: queues the computation on `stream`.
 */
aclnnStatus aclnnKlDiv(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
