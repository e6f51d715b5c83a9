/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnUndGenQkvRmsNormRopeCache`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Token `t` is row `catIndicesOptional[t]` of `undQkv` and `genQkvOptional`, (tokens, heads, 128), one behind the other. Its queries and keys are divided by the root of the mean of their squares,
 * multiplied by the weights of its source, and rotated, `x * cos + (-x2, x1) * sin` of both halves, by the rows of `cosSinCache` that `positions`, (3, T), names: for sections of `mropeSection` the three
 * take turns. Queries go to `qOut`, keys and values to the slots of caches (blocks, rows, heads, 128). A token of a negative slot is left out; slots, positions and indices outside are errors of the
 * stream. BFLOAT16, on Ascend950.
 */
aclnnStatus aclnnUndGenQkvRmsNormRopeCacheGetWorkspaceSize(const aclTensor *undQkv,
                                                           const aclTensor *undWeightsQ,
                                                           const aclTensor *undWeightsK,
                                                           const aclTensor *cosSinCache,
                                                           aclTensor *kCacheRef,
                                                           aclTensor *vCacheRef,
                                                           const aclTensor *slotMapping,
                                                           const aclTensor *positions,
                                                           const aclTensor *genQkvOptional,
                                                           const aclTensor *genWeightsQOptional,
                                                           const aclTensor *genWeightsKOptional,
                                                           const aclTensor *catIndicesOptional,
                                                           int64_t numHeadsQ,
                                                           int64_t numHeadsK,
                                                           int64_t numHeadsV,
                                                           double normEps,
                                                           const aclIntArray *mropeSection,
                                                           aclTensor *qOut,
                                                           uint64_t *workspaceSize,
                                                           aclOpExecutor **executor);

/**
 * Second phase of `aclnnUndGenQkvRmsNormRopeCache`: queues the computation on `stream`.
 */
aclnnStatus aclnnUndGenQkvRmsNormRopeCache(void *workspace,
                                           uint64_t workspaceSize,
                                           aclOpExecutor *executor,
                                           aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
