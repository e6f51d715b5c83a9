/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnUniqueConsecutive`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes each run of equal neighbours of `self` once: of all elements if `dim` is 1000, else of slices along it. With `returnInverse` also for each element
 * or slice the number of its run, with `returnCounts` the lengths of runs. A NaN equals nothing. `valueOut` and `countsOut` are dense and have room for all;
 * the call gives them their shapes.
 */
aclnnStatus aclnnUniqueConsecutiveGetWorkspaceSize(const aclTensor *self,
                                                   bool returnInverse,
                                                   bool returnCounts,
                                                   int64_t dim,
                                                   aclTensor *valueOut,
                                                   aclTensor *inverseOut,
                                                   aclTensor *countsOut,
                                                   uint64_t *workspaceSize,
                                                   aclOpExecutor **executor);

/**
 * Second phase of `aclnnUniqueConsecutive`: queues the computation on `stream`.
 */
aclnnStatus aclnnUniqueConsecutive(void *workspace,
                                   uint64_t workspaceSize,
                                   aclOpExecutor *executor,
                                   aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
