/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnBinaryCrossEntropyWithLogitsBackward`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `weight gradOutput ((1 - target) s - posWeight target (1 - s))` of the logistic function s of `self`, divided by the number of elements if `reduction` is 1. `out` has the
 * type of `target`; the factors broadcast to the shape of `self`, and are 1 if they are null.
 */
aclnnStatus aclnnBinaryCrossEntropyWithLogitsBackwardGetWorkspaceSize(const aclTensor *gradOutput,
                                                                      const aclTensor *self,
                                                                      const aclTensor *target,
                                                                      const aclTensor *weightOptional,
                                                                      const aclTensor *posWeightOptional,
                                                                      int64_t reduction,
                                                                      aclTensor *out,
                                                                      uint64_t *workspaceSize,
                                                                      aclOpExecutor **executor);

/**
 * Second phase of `aclnnBinaryCrossEntropyWithLogitsBackward`: queues the computation on `stream`.
 */
aclnnStatus aclnnBinaryCrossEntropyWithLogitsBackward(void *workspace,
                                                      uint64_t workspaceSize,
                                                      aclOpExecutor *executor,
                                                      aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
