/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnMoeTokenUnpermuteWithRoutingMap`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes for each token the sum of the rows of `permutedTokens` that `sortedIndices` gives it, the rows of its places (-1 is none) or, with `paddedMode`, those that name it, times their elements of `probsOptional`: at the next
 * experts that `routingMapOptional` gives the token or, padded, at the expert that the row is of. `permuteProbs` gets these weights in the order of `sortedIndices`, 0 for a place without an expert; `outIndex` the
 * positions in `sortedIndices` in the order of their tokens, and `permuteTokenId` these tokens.
 */
aclnnStatus aclnnMoeTokenUnpermuteWithRoutingMapGetWorkspaceSize(const aclTensor *permutedTokens,
                                                                 const aclTensor *sortedIndices,
                                                                 const aclTensor *routingMapOptional,
                                                                 const aclTensor *probsOptional,
                                                                 bool paddedMode,
                                                                 const aclIntArray *restoreShapeOptional,
                                                                 aclTensor *unpermutedTokens,
                                                                 aclTensor *outIndex,
                                                                 aclTensor *permuteTokenId,
                                                                 aclTensor *permuteProbs,
                                                                 uint64_t *workspaceSize,
                                                                 aclOpExecutor **executor);

/**
 * Second phase of `aclnnMoeTokenUnpermuteWithRoutingMap`: queues the computation on `stream`.
 */
aclnnStatus aclnnMoeTokenUnpermuteWithRoutingMap(void *workspace,
                                                 uint64_t workspaceSize,
                                                 aclOpExecutor *executor,
                                                 aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
