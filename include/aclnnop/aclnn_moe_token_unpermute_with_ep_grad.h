/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnMoeTokenUnpermuteWithEpGrad`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * As `aclnnMoeTokenUnpermuteGrad`; the rows are those at the places `rangeOptional[0]` to `rangeOptional[1]`, from the first row of the outputs on, other places have none. Without `probsOptional` a token has
 * `topkNum` places.
 */
aclnnStatus aclnnMoeTokenUnpermuteWithEpGradGetWorkspaceSize(const aclTensor *unpermutedTokensGrad,
                                                             const aclTensor *sortedIndices,
                                                             const aclTensor *permutedTokensOptional,
                                                             const aclTensor *probsOptional,
                                                             bool paddedMode,
                                                             const aclIntArray *restoreShapeOptional,
                                                             const aclIntArray *rangeOptional,
                                                             int64_t topkNum,
                                                             const aclTensor *permutedTokensGradOut,
                                                             const aclTensor *probsGradOut,
                                                             uint64_t *workspaceSize,
                                                             aclOpExecutor **executor);

/**
 * Second phase of `aclnnMoeTokenUnpermuteWithEpGrad`: queues the computation on `stream`.
 */
aclnnStatus aclnnMoeTokenUnpermuteWithEpGrad(void *workspace,
                                             uint64_t workspaceSize,
                                             aclOpExecutor *executor,
                                             aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
