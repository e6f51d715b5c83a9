/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnMoeTokenPermuteGrad`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes for each token the sum of the rows of `permutedOutputGrad` at its `numTopk` places, which `sortedIndices` gives; of places behind the last row there is none. A place outside
 * `sortedIndices` ends the task with an error. `paddedMode` must be false.
 */
aclnnStatus aclnnMoeTokenPermuteGradGetWorkspaceSize(const aclTensor *permutedOutputGrad,
                                                     const aclTensor *sortedIndices,
                                                     int64_t numTopk,
                                                     bool paddedMode,
                                                     const aclTensor *out,
                                                     uint64_t *workspaceSize,
                                                     aclOpExecutor **executor);

/**
 * Second phase of `aclnnMoeTokenPermuteGrad`: queues the computation on `stream`.
 */
aclnnStatus aclnnMoeTokenPermuteGrad(void *workspace,
                                     uint64_t workspaceSize,
                                     aclOpExecutor *executor,
                                     aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
