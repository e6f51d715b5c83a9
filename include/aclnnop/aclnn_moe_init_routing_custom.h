/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnMoeInitRoutingCustom`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Does what `aclnnMoeInitRoutingV3` does.
 */
aclnnStatus aclnnMoeInitRoutingCustomGetWorkspaceSize(const aclTensor *x,
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
 * Second phase of `aclnnMoeInitRoutingCustom`: queues the computation on `stream`.
 */
aclnnStatus aclnnMoeInitRoutingCustom(void *workspace,
                                      uint64_t workspaceSize,
                                      aclOpExecutor *executor,
                                      aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
