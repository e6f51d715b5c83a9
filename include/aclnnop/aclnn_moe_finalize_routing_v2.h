/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnMoeFinalizeRoutingV2`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes `x1 + x2 + sum_k scales[i, k] * (expandedX[r] + bias[expertIdx[i, k]])` for each token i; the optional tensors may be null, but for `x1Optional` with `x2Optional`, and `expertIdxOptional` with
 * `biasOptional`; without `scalesOptional` there is one choice, with the weight 1. r is element `k * tokens + i` of `expandedRowIdx` (`dropPadMode` 0 and 1) or `i * K + k` (2 and 3); in the modes 1 and 3, in which `expandedX`
 * has three dimensions, -1 is no row. Another r outside `expandedX` ends the task with an error.
 */
aclnnStatus aclnnMoeFinalizeRoutingV2GetWorkspaceSize(const aclTensor *expandedX,
                                                      const aclTensor *expandedRowIdx,
                                                      const aclTensor *x1Optional,
                                                      const aclTensor *x2Optional,
                                                      const aclTensor *biasOptional,
                                                      const aclTensor *scalesOptional,
                                                      const aclTensor *expertIdxOptional,
                                                      int64_t dropPadMode,
                                                      const aclTensor *out,
                                                      uint64_t *workspaceSize,
                                                      aclOpExecutor **executor);

/**
 * Second phase of `aclnnMoeFinalizeRoutingV2`: queues the computation on `stream`.
 */
aclnnStatus aclnnMoeFinalizeRoutingV2(void *workspace,
                                      uint64_t workspaceSize,
                                      aclOpExecutor *executor,
                                      aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
