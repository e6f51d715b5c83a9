/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnAttentionWorkerCombine`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the sums of the rows of a micro batch, to which the context points, (BS, K, `hiddenSize`), times `expertScales` (BS, K); where `selected_expert_num` of the context is K + 1, a further row of each token is added as it is. `tokenDtype` 0: FLOAT16, 1: BFLOAT16, also of `y`. With `needSchedule` 1 it waits for the next
 * micro batch, sets its marks to 0 and makes it the latest one; with 0 it takes the latest one. `nextLayerId` gets `layerId` + 1.
 */
aclnnStatus aclnnAttentionWorkerCombineGetWorkspaceSize(const aclTensor *scheduleContext,
                                                        const aclTensor *expertScales,
                                                        const aclTensor *layerId,
                                                        int64_t hiddenSize,
                                                        int64_t tokenDtype,
                                                        int64_t needSchedule,
                                                        const aclTensor *y,
                                                        const aclTensor *nextLayerId,
                                                        uint64_t *workspaceSize,
                                                        aclOpExecutor **executor);

/**
 * Second phase of `aclnnAttentionWorkerCombine`: queues the computation on `stream`.
 */
aclnnStatus aclnnAttentionWorkerCombine(void *workspace,
                                        uint64_t workspaceSize,
                                        aclOpExecutor *executor,
                                        aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
