/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnMoeTokenPermuteWithRoutingMap`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes the rows of the tokens of each expert, in their order, expert after expert, and the elements of `probsOptional` that go with them. `routingMap` (BOOL or INT8) has an element for each token and expert, which is
 * chosen where it is not 0. A token has at most K = `numOutTokens` / tokens experts; `sortedIndicesOut` gets the row of each, K places for each token, unused ones -1, and rows that no token has are 0. With `dropAndPad` each
 * expert has `numOutTokens` / experts rows, of the tokens that chose it and then of the others, and `sortedIndicesOut` gets the token of each row.
 */
aclnnStatus aclnnMoeTokenPermuteWithRoutingMapGetWorkspaceSize(const aclTensor *tokens,
                                                               const aclTensor *routingMap,
                                                               const aclTensor *probsOptional,
                                                               int64_t numOutTokens,
                                                               bool dropAndPad,
                                                               aclTensor *permuteTokensOut,
                                                               aclTensor *permuteProbsOutOptional,
                                                               aclTensor *sortedIndicesOut,
                                                               uint64_t *workspaceSize,
                                                               aclOpExecutor **executor);

/**
 * Second phase of `aclnnMoeTokenPermuteWithRoutingMap`: queues the computation on `stream`.
 */
aclnnStatus aclnnMoeTokenPermuteWithRoutingMap(void *workspace,
                                               uint64_t workspaceSize,
                                               aclOpExecutor *executor,
                                               aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
