/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnMoeInitRoutingQuantV2`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * As `aclnnMoeInitRoutingV2`; the rows are quantised to INT8 or, on Ascend910B and Ascend910_93, INT4. `quantMode` 0: `x * scaleOptional + offsetOptional`, one number each. 1: each row,
 * times the factors of its expert or of all (`scaleOptional`, if given), over its scale, the largest magnitude over that of the type, which `dynamicQuantScaleOutOptional` gets.
 */
aclnnStatus aclnnMoeInitRoutingQuantV2GetWorkspaceSize(const aclTensor *x,
                                                       const aclTensor *expertIdx,
                                                       const aclTensor *scaleOptional,
                                                       const aclTensor *offsetOptional,
                                                       int64_t activeNum,
                                                       int64_t expertCapacity,
                                                       int64_t expertNum,
                                                       int64_t dropPadMode,
                                                       int64_t expertTokensCountOrCumsumFlag,
                                                       bool expertTokensBeforeCapacityFlag,
                                                       int64_t quantMode,
                                                       const aclTensor *expandedXOut,
                                                       const aclTensor *expandedRowIdxOut,
                                                       const aclTensor *expertTokensCountOrCumsumOutOptional,
                                                       const aclTensor *expertTokensBeforeCapacityOutOptional,
                                                       const aclTensor *dynamicQuantScaleOutOptional,
                                                       uint64_t *workspaceSize,
                                                       aclOpExecutor **executor);

/**
 * Second phase of `aclnnMoeInitRoutingQuantV2`: queues the computation on `stream`.
 */
aclnnStatus aclnnMoeInitRoutingQuantV2(void *workspace,
                                       uint64_t workspaceSize,
                                       aclOpExecutor *executor,
                                       aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
