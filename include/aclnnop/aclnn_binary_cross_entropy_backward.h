/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnBinaryCrossEntropyBackward`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `weight gradOutput (self - target) / (self (1 - self))`, the denominator counting 1e-12 at least, divided by the number of elements if `reduction` is 1. `target`,
 * `gradOutput` and `weightOptional`, which is 1 if it is null, broadcast to the shape of `self`.
 */
aclnnStatus aclnnBinaryCrossEntropyBackwardGetWorkspaceSize(const aclTensor *gradOutput,
                                                            const aclTensor *self,
                                                            const aclTensor *target,
                                                            const aclTensor *weightOptional,
                                                            int64_t reduction,
                                                            aclTensor *out,
                                                            uint64_t *workspaceSize,
                                                            aclOpExecutor **executor);

/**
 * Second phase of `aclnnBinaryCrossEntropyBackward`: queues the computation on `stream`.
 */
aclnnStatus aclnnBinaryCrossEntropyBackward(void *workspace,
                                            uint64_t workspaceSize,
                                            aclOpExecutor *executor,
                                            aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
