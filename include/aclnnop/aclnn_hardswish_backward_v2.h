/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnHardswishBackwardV2`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `gradOutput (x / 3 + 1/2)` between -3 and 3 but not at them, 0 below, `gradOutput` above and for NaN, rounded once. All have one type and shape.
 */
aclnnStatus aclnnHardswishBackwardV2GetWorkspaceSize(const aclTensor *gradOutput,
                                                     const aclTensor *self,
                                                     aclTensor *out,
                                                     uint64_t *workspaceSize,
                                                     aclOpExecutor **executor);

/**
 * Second phase of `aclnnHardswishBackwardV2`: queues the computation on `stream`.
 */
aclnnStatus aclnnHardswishBackwardV2(void *workspace,
                                     uint64_t workspaceSize,
                                     aclOpExecutor *executor,
                                     aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
