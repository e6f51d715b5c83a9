/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnMoeInitRoutingV2`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Sorts the elements of `expertIdx` (INT32, on Ascend950 INT64 too; rank 2, on Ascend950 1 too), stably: s. Writes `expandedXOut[i] = x[s[i] / k]`, the first `activeNum` rows or, for 0, all, and
 * `expandedRowIdxOut[s[i]] = i`. With `dropPadMode` 1 each of `expertNum` experts has `expertCapacity` rows, which are filled up with zeros, and the place of a choice for which there is no
 * row is -1. Counts of the experts' choices are written if the flags say so: cumulative (1) or each (2), and, with `dropPadMode` 1, those before choices are dropped. An expert outside
 * `expertNum` ends the task with an error where it is counted or has rows of its own.
 */
aclnnStatus aclnnMoeInitRoutingV2GetWorkspaceSize(const aclTensor *x,
                                                  const aclTensor *expertIdx,
                                                  int64_t activeNumOptional,
                                                  int64_t expertCapacityOptional,
                                                  int64_t expertNumOptional,
                                                  int64_t dropPadModeOptional,
                                                  int64_t expertTokensCountOrCumsumFlagOptional,
                                                  bool expertTokensBeforeCapacityFlagOptional,
                                                  const aclTensor *expandedXOut,
                                                  const aclTensor *expandedRowIdxOut,
                                                  const aclTensor *expertTokensCountOrCumsumOutOptional,
                                                  const aclTensor *expertTokensBeforeCapacityOutOptional,
                                                  uint64_t *workspaceSize,
                                                  aclOpExecutor **executor);

/**
 * Second phase of `aclnnMoeInitRoutingV2`: queues the computation on `stream`.
 */
aclnnStatus aclnnMoeInitRoutingV2(void *workspace,
                                  uint64_t workspaceSize,
                                  aclOpExecutor *executor,
                                  aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
