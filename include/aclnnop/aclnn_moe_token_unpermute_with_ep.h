/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnMoeTokenUnpermuteWithEp`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * As `aclnnMoeTokenUnpermute`; the rows of `permutedTokens` are those at the places `rangeOptional[0]` to `rangeOptional[1]`, other places have none. Without `probsOptional` a token has `numTopk` places. Without a range
 * `numTopk` is not looked at.
 */
aclnnStatus aclnnMoeTokenUnpermuteWithEpGetWorkspaceSize(const aclTensor *permutedTokens,
                                                         const aclTensor *sortedIndices,
                                                         const aclTensor *probsOptional,
                                                         int64_t numTopk,
                                                         const aclIntArray *rangeOptional,
                                                         bool paddedMode,
                                                         const aclIntArray *restoreShapeOptional,
                                                         const aclTensor *out,
                                                         uint64_t *workspaceSize,
                                                         aclOpExecutor **executor);

/**
 * Second phase of `aclnnMoeTokenUnpermuteWithEp`: queues the computation on `stream`.
 */
aclnnStatus aclnnMoeTokenUnpermuteWithEp(void *workspace,
                                         uint64_t workspaceSize,
                                         aclOpExecutor *executor,
                                         aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
