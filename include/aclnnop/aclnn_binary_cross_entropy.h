/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnBinaryCrossEntropy`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `-weight (target ln(self) + (1 - target) ln(1 - self))`, logarithms counting -100 at least, each, or the mean or the sum by `reduction` 1 or 2, rounded once.
 * All have one type; `self`, `target` and `weight`, which is 1 if it is null, one shape. Of nothing a mean is NaN, all else 0.
 */
aclnnStatus aclnnBinaryCrossEntropyGetWorkspaceSize(const aclTensor *self,
                                                    const aclTensor *target,
                                                    const aclTensor *weight,
                                                    int64_t reduction,
                                                    aclTensor *out,
                                                    uint64_t *workspaceSize,
                                                    aclOpExecutor **executor);

/**
 * Second phase of `aclnnBinaryCrossEntropy`: queues the computation on `stream`.
 */
aclnnStatus aclnnBinaryCrossEntropy(void *workspace,
                                    uint64_t workspaceSize,
                                    aclOpExecutor *executor,
                                    aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
