/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnRopeWithSinCosCacheV2`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Rotates heads as `aclnnRopeWithSinCosCache`. In `cacheMode` 1 the rows of `positions` take turns in the first `3 * mropeSection[1]` pairs, and the first row
 * serves the others.
 */
aclnnStatus aclnnRopeWithSinCosCacheV2GetWorkspaceSize(const aclTensor *positions,
                                                       const aclTensor *queryIn,
                                                       const aclTensor *keyIn,
                                                       const aclTensor *cosSinCache,
                                                       const aclIntArray *mropeSection,
                                                       int64_t headSize,
                                                       bool isNeoxStyle,
                                                       int64_t cacheMode,
                                                       aclTensor *queryOut,
                                                       aclTensor *keyOut,
                                                       uint64_t *workspaceSize,
                                                       aclOpExecutor **executor);

/**
 * Second phase of `aclnnRopeWithSinCosCacheV2`: queues the computation on `stream`.
 */
aclnnStatus aclnnRopeWithSinCosCacheV2(void *workspace,
                                       uint64_t workspaceSize,
                                       aclOpExecutor *executor,
                                       aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
