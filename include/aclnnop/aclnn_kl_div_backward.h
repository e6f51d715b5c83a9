/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnKlDivBackward`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `-target gradOutput`, or `-exp(target) gradOutput` if `logTarget`, divided by the number of elements if `reduction` is 1, or by the first extent if it is 3;
 * added where `self` is repeated.
 */
aclnnStatus aclnnKlDivBackwardGetWorkspaceSize(const aclTensor *gradOutput,
                                               const aclTensor *self,
                                               const aclTensor *target,
                                               int64_t reduction,
                                               bool logTarget,
                                               aclTensor *out,
                                               uint64_t *workspaceSize,
                                               aclOpExecutor **executor);

/**
 * Second phase of `aclnnKlDivBackward`: queues the computation on `stream`.
 */
aclnnStatus aclnnKlDivBackward(void *workspace,
                               uint64_t workspaceSize,
                               aclOpExecutor *executor,
                               aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
