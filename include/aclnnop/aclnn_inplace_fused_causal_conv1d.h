/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnInplaceFusedCausalConv1d`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes as `aclnnFusedCausalConv1d`, and writes results over `x`. A sequence that is left out stays as it is.
 */
aclnnStatus aclnnInplaceFusedCausalConv1dGetWorkspaceSize(aclTensor *x,
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
                                                          uint64_t *workspaceSize,
                                                          aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceFusedCausalConv1d`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceFusedCausalConv1d(void *workspace,
                                          uint64_t workspaceSize,
                                          aclOpExecutor *executor,
                                          aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
