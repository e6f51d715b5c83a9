/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnL1LossBackward`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `gradOutput` with the sign of `self - target`, and 0 where both are equal, divided by the number of elements if `reduction` is 1. The inputs
 * broadcast.
 */
aclnnStatus aclnnL1LossBackwardGetWorkspaceSize(const aclTensor *gradOutput,
                                                const aclTensor *self,
                                                const aclTensor *target,
                                                int64_t reduction,
                                                aclTensor *gradInput,
                                                uint64_t *workspaceSize,
                                                aclOpExecutor **executor);

/**
 * Second phase of `aclnnL1LossBackward`: queues the computation on `stream`.
 */
aclnnStatus aclnnL1LossBackward(void *workspace,
                                uint64_t workspaceSize,
                                aclOpExecutor *executor,
                                aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
