/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnMoeInitRoutingV3`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Sorts the elements of `expertIdx`, stably: s. Choices of experts outside `activeExpertRangeOptional` come last and have no row. Writes `expandedXOut[i] = x[s[i] / k]`, the first `activeNum` rows
 * or, for 0, all, or with `dropPadMode` 1 `expertCapacity` rows of each expert, filled up with zeros. `expandedRowIdxOut` gets the row of each choice or -1 (`rowIdxType` 0), or s (1). `expertTokensCountOrCumsumOut`
 * gets the experts' numbers of choices, cumulative (`expertTokensNumType` 0), each (1), or as pairs with the expert (2). `quantMode` -1 moves rows, and `scaleOptional` with them; the other modes
 * quantise. Rows and indices behind the last choice stay as they are.
 */
aclnnStatus aclnnMoeInitRoutingV3GetWorkspaceSize(const aclTensor *x,
                                                  const aclTensor *expertIdx,
                                                  const aclTensor *scaleOptional,
                                                  const aclTensor *offsetOptional,
                                                  int64_t activeNum,
                                                  int64_t expertCapacity,
                                                  int64_t expertNum,
                                                  int64_t dropPadMode,
                                                  int64_t expertTokensNumType,
                                                  bool expertTokensNumFlag,
                                                  int64_t quantMode,
                                                  const aclIntArray *activeExpertRangeOptional,
                                                  int64_t rowIdxType,
                                                  const aclTensor *expandedXOut,
                                                  const aclTensor *expandedRowIdxOut,
                                                  const aclTensor *expertTokensCountOrCumsumOut,
                                                  const aclTensor *expandedScaleOut,
                                                  uint64_t *workspaceSize,
                                                  aclOpExecutor **executor);

/**
 * Second phase of `aclnnMoeInitRoutingV3`: queues the computation on `stream`.
 */
aclnnStatus aclnnMoeInitRoutingV3(void *workspace,
                                  uint64_t workspaceSize,
                                  aclOpExecutor *executor,
                                  aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
