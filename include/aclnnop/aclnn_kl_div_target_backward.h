/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnKlDivTargetBackward`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `gradOutput (ln(target) + 1 - self)`, or `gradOutput exp(target) (target + 1 - self)` if `logTarget`, divided by the number of elements if `reduction` is 1, or by the
 * first extent if it is 3; added where `target` is repeated. NaN for targets of 0 and below.
 */
aclnnStatus aclnnKlDivTargetBackwardGetWorkspaceSize(const aclTensor *gradOutput,
                                                     const aclTensor *self,
                                                     const aclTensor *target,
                                                     int64_t reduction,
                                                     bool logTarget,
                                                     aclTensor *gradTarget,
                                                     uint64_t *workspaceSize,
                                                     aclOpExecutor **executor);

/**
 * Second phase of `aclnnKlDivTargetBackward`: queues the computation on `stream`.
 */
aclnnStatus aclnnKlDivTargetBackward(void *workspace,
                                     uint64_t workspaceSize,
                                     aclOpExecutor *executor,
                                     aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
