/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnRopeWithSinCosCache`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Rotates the first elements of each head of `queryIn` and `keyIn`, (T, heads * headSize), by the rows of `cosSinCache`, cosines and sines half and half, that
 * `positions` names: (T), or (3, T) or (4, T) of which each row serves the pairs that `mropeSection` counts. `isNeoxStyle` rotates pairs of both halves, else
 * neighbours. A position outside the table is an error of the stream. FLOAT, FLOAT16 or BFLOAT16.
 */
aclnnStatus aclnnRopeWithSinCosCacheGetWorkspaceSize(const aclTensor *positions,
                                                     const aclTensor *queryIn,
                                                     const aclTensor *keyIn,
                                                     const aclTensor *cosSinCache,
                                                     const aclIntArray *mropeSection,
                                                     int64_t headSize,
                                                     bool isNeoxStyle,
                                                     aclTensor *queryOut,
                                                     aclTensor *keyOut,
                                                     uint64_t *workspaceSize,
                                                     aclOpExecutor **executor);

/**
 * Second phase of `aclnnRopeWithSinCosCache`: queues the computation on `stream`.
 */
aclnnStatus aclnnRopeWithSinCosCache(void *workspace,
                                     uint64_t workspaceSize,
                                     aclOpExecutor *executor,
                                     aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
