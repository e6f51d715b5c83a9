/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnBinaryCrossEntropyWithLogits`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `weight ((1 - target) x + (1 - target + posWeight target) ln(1 + exp(-x)))` of each x of `self`, or the mean or the sum by `reduction` 1 or 2, rounded once. `out` has the
 * type of `target`; weights broadcast to its shape, and are 1 if they are null. Of nothing a mean is NaN, a sum 0.
 */
aclnnStatus aclnnBinaryCrossEntropyWithLogitsGetWorkspaceSize(const aclTensor *self,
                                                              const aclTensor *target,
                                                              const aclTensor *weightOptional,
                                                              const aclTensor *posWeightOptional,
                                                              int64_t reduction,
                                                              aclTensor *out,
                                                              uint64_t *workspaceSize,
                                                              aclOpExecutor **executor);

/**
 * Second phase of `aclnnBinaryCrossEntropyWithLogits`: queues the computation on `stream`.
 */
aclnnStatus aclnnBinaryCrossEntropyWithLogits(void *workspace,
                                              uint64_t workspaceSize,
                                              aclOpExecutor *executor,
                                              aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
