/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnMoeUpdateExpert`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes for each choice the instance of its expert: that of a rank's group of ranks (`balanceMode` 0), or one after the other by the number of the token (1). With scales, a choice stays in
 * `balancedActiveMask` if its scale is at least its threshold times the sum of the token's and the token is active; without, the mask is not written. An expert that the table does not have, and a
 * number of instances that it cannot hold, end the task with an error.
 */
aclnnStatus aclnnMoeUpdateExpertGetWorkspaceSize(const aclTensor *expertIds,
                                                 const aclTensor *eplbTable,
                                                 const aclTensor *expertScalesOptional,
                                                 const aclTensor *pruningThresholdOptional,
                                                 const aclTensor *activeMaskOptional,
                                                 int64_t localRankId,
                                                 int64_t worldSize,
                                                 int64_t balanceMode,
                                                 aclTensor *balancedExpertIds,
                                                 aclTensor *balancedActiveMask,
                                                 uint64_t *workspaceSize,
                                                 aclOpExecutor **executor);

/**
 * Second phase of `aclnnMoeUpdateExpert`: queues the computation on `stream`.
 */
aclnnStatus aclnnMoeUpdateExpert(void *workspace,
                                 uint64_t workspaceSize,
                                 aclOpExecutor *executor,
                                 aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
