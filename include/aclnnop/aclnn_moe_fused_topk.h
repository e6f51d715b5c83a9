/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnMoeFusedTopk`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Chooses `topK` experts for each row of `x`. The logistic function of the scores, and `addNum`, is compared, of equal ones the first expert comes first; of `groupNum` groups `groupTopk`
 * keep their scores, those whose `topN` best ones have the largest sums, and the experts of the others count as 0. `y` (FLOAT) is the logistic function of the chosen scores, with
 * `isNorm` over their sum and times `scale`. With `enableExpertMapping` expert e of row i becomes `mappingTable[e][i % mappingNum[e]]`.
 */
aclnnStatus aclnnMoeFusedTopkGetWorkspaceSize(const aclTensor *x,
                                              const aclTensor *addNum,
                                              const aclTensor *mappingNum,
                                              const aclTensor *mappingTable,
                                              uint32_t groupNum,
                                              uint32_t groupTopk,
                                              uint32_t topN,
                                              uint32_t topK,
                                              uint32_t activateType,
                                              bool isNorm,
                                              float scale,
                                              bool enableExpertMapping,
                                              aclTensor *y,
                                              aclTensor *indices,
                                              uint64_t *workspaceSize,
                                              aclOpExecutor **executor);

/**
 * Second phase of `aclnnMoeFusedTopk`: queues the computation on `stream`.
 */
aclnnStatus aclnnMoeFusedTopk(void *workspace,
                              uint64_t workspaceSize,
                              aclOpExecutor *executor,
                              aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
