/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnMoeTokenPermuteWithEp`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * As `aclnnMoeTokenPermute`; only the rows at the places `rangeOptional[0]` to `rangeOptional[1]` of the order are written, and the elements of `probsOptional` that belong to them. Without a range
 * `probsOptional` is not read.
 */
aclnnStatus aclnnMoeTokenPermuteWithEpGetWorkspaceSize(const aclTensor *tokens,
                                                       const aclTensor *indices,
                                                       const aclTensor *probsOptional,
                                                       const aclIntArray *rangeOptional,
                                                       int64_t numOutTokens,
                                                       bool paddedMode,
                                                       const aclTensor *permuteTokensOut,
                                                       const aclTensor *sortedIndicesOut,
                                                       const aclTensor *permuteProbsOut,
                                                       uint64_t *workspaceSize,
                                                       aclOpExecutor **executor);

/**
 * Second phase of `aclnnMoeTokenPermuteWithEp`: queues the computation on `stream`.
 */
aclnnStatus aclnnMoeTokenPermuteWithEp(void *workspace,
                                       uint64_t workspaceSize,
                                       aclOpExecutor *executor,
                                       aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
