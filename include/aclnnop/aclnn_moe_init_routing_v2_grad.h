/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnMoeInitRoutingV2Grad`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes for each token the sum of the rows of `gradExpandedX` at its `topK` places, which `expandedRowIdx` gives. With `dropPadMode` 1 -1 is no place; without, places from `activeNum` rows on have no row.
 * Another place ends the task with an error.
 */
aclnnStatus aclnnMoeInitRoutingV2GradGetWorkspaceSize(const aclTensor *gradExpandedX,
                                                      const aclTensor *expandedRowIdx,
                                                      int64_t topK,
                                                      int64_t dropPadMode,
                                                      int64_t activeNum,
                                                      const aclTensor *out,
                                                      uint64_t *workspaceSize,
                                                      aclOpExecutor **executor);

/**
 * Second phase of `aclnnMoeInitRoutingV2Grad`: queues the computation on `stream`.
 */
aclnnStatus aclnnMoeInitRoutingV2Grad(void *workspace,
                                      uint64_t workspaceSize,
                                      aclOpExecutor *executor,
                                      aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
