/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnFusedCausalConv1d`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `y[t] = sum(weight[2-j] * x[t-j])` for each channel of `x`, (tokens, dim) of sequences that `queryStartLoc` separates, or (batch, tokens, dim); `weight` is (3, dim). Before its first token a
 * sequence has zeros, if `numComputedTokens` is 0, or else two rows of its line of `convStates`, (lines, rows, dim): the last ones or, with `numAcceptedTokens`, those from one less on. The rows up to them
 * and the tokens are written to the end of the line, as many as it has. `cacheIndices` names the line of each sequence or, together with all arguments of blocks, its lines: one is read, one written,
 * and those between are filled with the two inputs before their ends. `convMode` 1 makes the first `2 - numComputedTokens` results 0; `residualConnection` 1 adds `x`. A sequence with line `padSlotId` is left out: its
 * results are 0. FLOAT16 or BFLOAT16, on Ascend950. `initialStateMode`, `bias`, `activationMode` and `runMode` have no effect.
 */
aclnnStatus aclnnFusedCausalConv1dGetWorkspaceSize(const aclTensor *x,
                                                   const aclTensor *weight,
                                                   aclTensor *convStates,
                                                   const aclTensor *queryStartLoc,
                                                   const aclTensor *cacheIndices,
                                                   const aclTensor *initialStateMode,
                                                   const aclTensor *bias,
                                                   const aclTensor *numAcceptedTokens,
                                                   const aclTensor *numComputedTokens,
                                                   const aclTensor *blockIdxFirstScheduledToken,
                                                   const aclTensor *blockIdxLastScheduledToken,
                                                   const aclTensor *initialStateIdx,
                                                   int64_t activationMode,
                                                   int64_t padSlotId,
                                                   int64_t runMode,
                                                   int64_t maxQueryLen,
                                                   int64_t residualConnection,
                                                   int64_t blockSize,
                                                   int64_t convMode,
                                                   aclTensor *y,
                                                   uint64_t *workspaceSize,
                                                   aclOpExecutor **executor);

/**
 * Second phase of `aclnnFusedCausalConv1d`: queues the computation on `stream`.
 */
aclnnStatus aclnnFusedCausalConv1d(void *workspace,
                                   uint64_t workspaceSize,
                                   aclOpExecutor *executor,
                                   aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
