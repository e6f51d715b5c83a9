/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnMoeFinalizeRoutingV2Grad`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the gradients of `aclnnMoeFinalizeRoutingV2` (`dropPadMode` 2, here 0, and 3, here 1) by the rows, `scales * gradY` at the place of each choice and 0 elsewhere, and by the scales, the sum of the products of row
 * and bias with the gradient of the token. A choice whose place is -1 (`dropPadMode` 1) or behind `activeNum` rows (0) has no row, and only the bias counts. Without `scalesOptional` a token has one choice, and `gradScalesOut` is not written.
 */
aclnnStatus aclnnMoeFinalizeRoutingV2GradGetWorkspaceSize(const aclTensor *gradY,
                                                          const aclTensor *expandedRowIdx,
                                                          const aclTensor *expandedXOptional,
                                                          const aclTensor *scalesOptional,
                                                          const aclTensor *expertIdxOptional,
                                                          const aclTensor *biasOptional,
                                                          int64_t dropPadMode,
                                                          int64_t activeNum,
                                                          int64_t expertNum,
                                                          int64_t expertCapacity,
                                                          const aclTensor *gradExpandedXOut,
                                                          const aclTensor *gradScalesOut,
                                                          uint64_t *workspaceSize,
                                                          aclOpExecutor **executor);

/**
 * Second phase of `aclnnMoeFinalizeRoutingV2Grad`: queues the computation on `stream`.
 */
aclnnStatus aclnnMoeFinalizeRoutingV2Grad(void *workspace,
                                          uint64_t workspaceSize,
                                          aclOpExecutor *executor,
                                          aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
