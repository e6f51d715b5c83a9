/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnMoeTokenUnpermute`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes for each token the sum of the rows of `permutedTokens` at its places, which `sortedIndices` gives, times the elements of `probsOptional` (rank 2, at most 512 columns), without which a token has one
 * place. A place outside `sortedIndices` ends the task with an error. `paddedMode` must be false, and `restoreShapeOptional` is not looked at.
 */
aclnnStatus aclnnMoeTokenUnpermuteGetWorkspaceSize(const aclTensor *permutedTokens,
                                                   const aclTensor *sortedIndices,
                                                   const aclTensor *probsOptional,
                                                   bool paddedMode,
                                                   const aclIntArray *restoreShapeOptional,
                                                   const aclTensor *out,
                                                   uint64_t *workspaceSize,
                                                   aclOpExecutor **executor);

/**
 * Second phase of `aclnnMoeTokenUnpermute`: queues the computation on `stream`.
 */
aclnnStatus aclnnMoeTokenUnpermute(void *workspace,
                                   uint64_t workspaceSize,
                                   aclOpExecutor *executor,
                                   aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
