/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnMoeTokenPermuteWithEpGrad`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * As `aclnnMoeTokenPermuteGrad`; the rows are those at the places `rangeOptional[0]` to `rangeOptional[1]`, other places have none. `probsGradOut` gets the element of `permutedProbsOutputGradOptional` of
 * each place, or 0. Without a range neither is looked at.
 */
aclnnStatus aclnnMoeTokenPermuteWithEpGradGetWorkspaceSize(const aclTensor *permutedTokensOutputGrad,
                                                           const aclTensor *sortedIndices,
                                                           const aclTensor *permutedProbsOutputGradOptional,
                                                           int64_t numTopk,
                                                           const aclIntArray *rangeOptional,
                                                           bool paddedMode,
                                                           const aclTensor *tokenGradOut,
                                                           const aclTensor *probsGradOut,
                                                           uint64_t *workspaceSize,
                                                           aclOpExecutor **executor);

/**
 * Second phase of `aclnnMoeTokenPermuteWithEpGrad`: queues the computation on `stream`.
 */
aclnnStatus aclnnMoeTokenPermuteWithEpGrad(void *workspace,
                                           uint64_t workspaceSize,
                                           aclOpExecutor *executor,
                                           aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
