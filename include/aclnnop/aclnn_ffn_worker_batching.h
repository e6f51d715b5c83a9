/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnFfnWorkerBatching`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Gathers the rows to which the context points in the order of their experts, those of an expert in the order in which they lie: `y` (Y, H), Y the product of the first three numbers of `maxOutShape` and H the fourth. `groupList` (`expertNum`, 2) gets each expert that has rows with their number, and zeros behind;
 * `sessionIds`, `microBatchIds`, `tokenIds` and `expertOffsets` (Y) where each row lies. Experts from 1000000 on are none. `tokenDtype` 0: FLOAT16, 1: BFLOAT16, 2: INT8, with a scale behind each row for `dynamicScale`. With `needSchedule` 0 it takes what `aclnnInplaceFfnWorkerScheduler` has listed, with 1 it waits for
 * the next micro batch of all sessions.
 */
aclnnStatus aclnnFfnWorkerBatchingGetWorkspaceSize(const aclTensor *scheduleContext,
                                                   int64_t expertNum,
                                                   const aclIntArray *maxOutShape,
                                                   int64_t tokenDtype,
                                                   int64_t needSchedule,
                                                   int64_t layerNum,
                                                   const aclTensor *y,
                                                   const aclTensor *groupList,
                                                   const aclTensor *sessionIds,
                                                   const aclTensor *microBatchIds,
                                                   const aclTensor *tokenIds,
                                                   const aclTensor *expertOffsets,
                                                   const aclTensor *dynamicScale,
                                                   const aclTensor *actualTokenNum,
                                                   uint64_t *workspaceSize,
                                                   aclOpExecutor **executor);

/**
 * Second phase of `aclnnFfnWorkerBatching`: queues the computation on `stream`.
 */
aclnnStatus aclnnFfnWorkerBatching(void *workspace,
                                   uint64_t workspaceSize,
                                   aclOpExecutor *executor,
                                   aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
