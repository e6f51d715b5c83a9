/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnMoeReRouting`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Moves the rows of `tokens`, which are in the order of ranks and, of each, in the order of experts, into the order of experts and, of each, of ranks; `perTokenScalesOptional` likewise.
 * `expertTokenNumPerRank` (INT32 or INT64) has the number of tokens of each rank and expert; another sum than that of the tokens ends the task with an error. `permuteTokenIdxOut` gets where each row was (`idxType` 0) or, on
 * Ascend950, where it goes (1), `expertTokenNumOut` the tokens of each expert (`expertTokenNumType` 1) or the sums up to it (0).
 */
aclnnStatus aclnnMoeReRoutingGetWorkspaceSize(const aclTensor *tokens,
                                              const aclTensor *expertTokenNumPerRank,
                                              const aclTensor *perTokenScalesOptional,
                                              int64_t expertTokenNumType,
                                              int64_t idxType,
                                              const aclTensor *permuteTokensOut,
                                              const aclTensor *permutePerTokenScalesOut,
                                              const aclTensor *permuteTokenIdxOut,
                                              const aclTensor *expertTokenNumOut,
                                              uint64_t *workspaceSize,
                                              aclOpExecutor **executor);

/**
 * Second phase of `aclnnMoeReRouting`: queues the computation on `stream`.
 */
aclnnStatus aclnnMoeReRouting(void *workspace,
                              uint64_t workspaceSize,
                              aclOpExecutor *executor,
                              aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
