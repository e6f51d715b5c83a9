/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnMoeInitRoutingV4`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * As `aclnnMoeInitRoutingV3`; the number of rows is in `activeNumOptional` (INT64, one element; 0, or null, for all), which is read when the stream runs. `expandedTopkWeightOut` gets the element of
 * `topkWeightOptional` (FLOAT, one for each choice) of each row.
 */
aclnnStatus aclnnMoeInitRoutingV4GetWorkspaceSize(const aclTensor *x,
                                                  const aclTensor *expertIdx,
                                                  const aclTensor *scaleOptional,
                                                  const aclTensor *offsetOptional,
                                                  const aclTensor *activeNumOptional,
                                                  const aclTensor *topkWeightOptional,
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
                                                  const aclTensor *expandedTopkWeightOut,
                                                  uint64_t *workspaceSize,
                                                  aclOpExecutor **executor);

/**
 * Second phase of `aclnnMoeInitRoutingV4`: queues the computation on `stream`.
 */
aclnnStatus aclnnMoeInitRoutingV4(void *workspace,
                                  uint64_t workspaceSize,
                                  aclOpExecutor *executor,
                                  aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
