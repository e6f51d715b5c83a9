/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnMatmulEmuSplitWeight`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `x @ wHigh + wLowScale * (x @ wLow)`. `wLowScale` is 1/256, `yDtype` 0.
 */
aclnnStatus aclnnMatmulEmuSplitWeightGetWorkspaceSize(const aclTensor *x,
                                                      const aclTensor *wHigh,
                                                      const aclTensor *wLow,
                                                      const aclTensor *y,
                                                      float wLowScale,
                                                      int8_t yDtype,
                                                      uint64_t *workspaceSize,
                                                      aclOpExecutor **executor);

/**
 * Second phase of `aclnnMatmulEmuSplitWeight`: queues the computation on `stream`.
 */
aclnnStatus aclnnMatmulEmuSplitWeight(void *workspace,
                                      uint64_t workspaceSize,
                                      aclOpExecutor *executor,
                                      aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
