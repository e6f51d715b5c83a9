/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnBinaryCrossEntropyWithLogitsTargetBackward`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `gradOutput weight (posWeight ln(1 + e^-x) - ln(1 + e^x))`, divided by the number of elements if `reduction` is 1; a factor that is null is 1. `gradTarget` has the type
 * of `target`; the factors broadcast to the shape of `self`.
 */
aclnnStatus aclnnBinaryCrossEntropyWithLogitsTargetBackwardGetWorkspaceSize(const aclTensor *gradOutput,
                                                                            const aclTensor *self,
                                                                            const aclTensor *target,
                                                                            const aclTensor *weightOptional,
                                                                            const aclTensor *posWeightOptional,
                                                                            int64_t reduction,
                                                                            aclTensor *gradTarget,
                                                                            uint64_t *workspaceSize,
                                                                            aclOpExecutor **executor);

/**
 * Second phase of `aclnnBinaryCrossEntropyWithLogitsTargetBackward`: queues the computation on `stream`.
 */
aclnnStatus aclnnBinaryCrossEntropyWithLogitsTargetBackward(void *workspace,
                                                            uint64_t workspaceSize,
                                                            aclOpExecutor *executor,
                                                            aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
