/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnMoeTokenPermute`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Sorts the elements of `indices` (INT32 or INT64; K for each token), stably: s. Writes `permuteTokensOut[i] = tokens[s[i] / K]` and `sortedIndicesOut[s[i]] = i`. Of the rows the first `numOutTokens`
 * are kept, for 0 all, and for numbers below 0 all but so many. INT8 on Ascend950 only. `paddedMode` must be false.
 */
aclnnStatus aclnnMoeTokenPermuteGetWorkspaceSize(const aclTensor *tokens,
                                                 const aclTensor *indices,
                                                 int64_t numOutTokens,
                                                 bool paddedMode,
                                                 const aclTensor *permuteTokensOut,
                                                 const aclTensor *sortedIndicesOut,
                                                 uint64_t *workspaceSize,
                                                 aclOpExecutor **executor);

/**
 * Second phase of `aclnnMoeTokenPermute`: queues the computation on `stream`.
 */
aclnnStatus aclnnMoeTokenPermute(void *workspace,
                                 uint64_t workspaceSize,
                                 aclOpExecutor *executor,
                                 aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
