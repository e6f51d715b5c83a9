/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnMoeGatingTopK`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Chooses `k` experts for each row of `x`. The scores are n = softmax (`normType` 0), sigmoid (1) or, on Ascend950, sqrt(softplus) (2) of the row; n + `biasOptional` is
 * compared, of equal ones the first expert comes first. Of `groupCount` groups of experts, `kGroup` are chosen from: those with the largest score (`groupSelectMode` 0), or sum of the two
 * largest ones (1). `yOut` is n of the chosen experts, over their sum and `eps` unless `normType` and `renorm` are 0, times `routedScalingFactor`; `outOut` is n if `outFlag` is true.
 */
aclnnStatus aclnnMoeGatingTopKGetWorkspaceSize(const aclTensor *x,
                                               const aclTensor *biasOptional,
                                               int64_t k,
                                               int64_t kGroup,
                                               int64_t groupCount,
                                               int64_t groupSelectMode,
                                               int64_t renorm,
                                               int64_t normType,
                                               bool outFlag,
                                               double routedScalingFactor,
                                               double eps,
                                               const aclTensor *yOut,
                                               const aclTensor *expertIdxOut,
                                               const aclTensor *outOut,
                                               uint64_t *workspaceSize,
                                               aclOpExecutor **executor);

/**
 * Second phase of `aclnnMoeGatingTopK`: queues the computation on `stream`.
 */
aclnnStatus aclnnMoeGatingTopK(void *workspace,
                               uint64_t workspaceSize,
                               aclOpExecutor *executor,
                               aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
