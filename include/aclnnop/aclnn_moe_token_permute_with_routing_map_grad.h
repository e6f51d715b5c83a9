/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnMoeTokenPermuteWithRoutingMapGrad`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes for each token the sum of the rows of `permutedTokenOutputGrad` that `sortedIndices` gives it: the rows of its places or, with `dropAndPad`, those that name it. `probsGradOutOptional` gets the elements of
 * `permutedProbsOutputGradOptional` where `routingMapOptional` gives a token an expert or, with `dropAndPad`, for the token of each row and the expert that the row is of, and 0 elsewhere.
 */
aclnnStatus aclnnMoeTokenPermuteWithRoutingMapGradGetWorkspaceSize(const aclTensor *permutedTokenOutputGrad,
                                                                   const aclTensor *permutedProbsOutputGradOptional,
                                                                   const aclTensor *sortedIndices,
                                                                   const aclTensor *routingMapOptional,
                                                                   int64_t numExperts,
                                                                   int64_t tokensNum,
                                                                   bool dropAndPad,
                                                                   aclTensor *tokensGradOut,
                                                                   aclTensor *probsGradOutOptional,
                                                                   uint64_t *workspaceSize,
                                                                   aclOpExecutor **executor);

/**
 * Second phase of `aclnnMoeTokenPermuteWithRoutingMapGrad`: queues the computation on `stream`.
 */
aclnnStatus aclnnMoeTokenPermuteWithRoutingMapGrad(void *workspace,
                                                   uint64_t workspaceSize,
                                                   aclOpExecutor *executor,
                                                   aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
