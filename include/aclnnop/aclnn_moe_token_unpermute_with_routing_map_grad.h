/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnMoeTokenUnpermuteWithRoutingMapGrad`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the gradients of `aclnnMoeTokenUnpermuteWithRoutingMap` by the permuted rows and by the weights. Without `dropAndPad`, `outIndex` has the row of each place of the tokens (what went forward as `sortedIndices`), -1
 * for none, and `permuteTokenId` is not looked at; with it, `outIndex` has the rows in the order of their tokens, and `permuteTokenId` these tokens.
 */
aclnnStatus aclnnMoeTokenUnpermuteWithRoutingMapGradGetWorkspaceSize(const aclTensor *unpermutedTokensGrad,
                                                                     const aclTensor *outIndex,
                                                                     const aclTensor *permuteTokenId,
                                                                     const aclTensor *routingMapOptional,
                                                                     const aclTensor *permutedTokensOptional,
                                                                     const aclTensor *probsOptional,
                                                                     bool dropAndPad,
                                                                     const aclIntArray *restoreShapeOptional,
                                                                     const aclTensor *permutedTokensGradOut,
                                                                     const aclTensor *probsGradOutOptional,
                                                                     uint64_t *workspaceSize,
                                                                     aclOpExecutor **executor);

/**
 * Second phase of `aclnnMoeTokenUnpermuteWithRoutingMapGrad`: queues the computation on `stream`.
 */
aclnnStatus aclnnMoeTokenUnpermuteWithRoutingMapGrad(void *workspace,
                                                     uint64_t workspaceSize,
                                                     aclOpExecutor *executor,
                                                     aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
