/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnMoeTokenUnpermuteGrad`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the gradients of `aclnnMoeTokenUnpermute` by the permuted rows, `probs * unpermutedTokensGrad` at the place of each choice and 0 elsewhere, and by the weights, the sum of the products of the row and
 * the gradient of its token. `probsGradOut` is written with `probsOptional` only. `paddedMode` must be false, and `restoreShapeOptional` is not looked at.
 */
aclnnStatus aclnnMoeTokenUnpermuteGradGetWorkspaceSize(const aclTensor *permutedTokens,
                                                       const aclTensor *unpermutedTokensGrad,
                                                       const aclTensor *sortedIndices,
                                                       const aclTensor *probsOptional,
                                                       bool paddedMode,
                                                       const aclIntArray *restoreShapeOptional,
                                                       const aclTensor *permutedTokensGradOut,
                                                       const aclTensor *probsGradOut,
                                                       uint64_t *workspaceSize,
                                                       aclOpExecutor **executor);

/**
 * Second phase of `aclnnMoeTokenUnpermuteGrad`: queues the computation on `stream`.
 */
aclnnStatus aclnnMoeTokenUnpermuteGrad(void *workspace,
                                       uint64_t workspaceSize,
                                       aclOpExecutor *executor,
                                       aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
