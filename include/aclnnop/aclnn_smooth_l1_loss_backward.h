/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnSmoothL1LossBackward`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `gradOut (self - target) / beta`, the quotient between -1 and 1, divided by the number of elements if `reduction` is 1. The inputs broadcast.
 */
aclnnStatus aclnnSmoothL1LossBackwardGetWorkspaceSize(const aclTensor *gradOut,
                                                      const aclTensor *self,
                                                      const aclTensor *target,
                                                      int64_t reduction,
                                                      float beta,
                                                      aclTensor *gradInput,
                                                      uint64_t *workspaceSize,
                                                      aclOpExecutor **executor);

/**
 * Second phase of `aclnnSmoothL1LossBackward`: queues the computation on `stream`.
 */
aclnnStatus aclnnSmoothL1LossBackward(void *workspace,
                                      uint64_t workspaceSize,
                                      aclOpExecutor *executor,
                                      aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
