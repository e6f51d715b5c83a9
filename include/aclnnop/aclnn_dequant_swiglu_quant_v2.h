/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnDequantSwigluQuantV2`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Dequantises sums, computes a gated unit and quantises it, to one of several types.
 */
aclnnStatus aclnnDequantSwigluQuantV2GetWorkspaceSize(const aclTensor *x,
                                                      const aclTensor *weightScaleOptional,
                                                      const aclTensor *activationScaleOptional,
                                                      const aclTensor *biasOptional,
                                                      const aclTensor *quantScaleOptional,
                                                      const aclTensor *quantOffsetOptional,
                                                      const aclTensor *groupIndexOptional,
                                                      bool activateLeft,
                                                      char *quantModeOptional,
                                                      int64_t dstType,
                                                      char *roundModeOptional,
                                                      int64_t activateDim,
                                                      int64_t swigluMode,
                                                      double clampLimit,
                                                      double gluAlpha,
                                                      double gluBias,
                                                      const aclTensor *yOut,
                                                      const aclTensor *scaleOut,
                                                      uint64_t *workspaceSize,
                                                      aclOpExecutor **executor);

/**
 * Second phase of `aclnnDequantSwigluQuantV2`: queues the computation on `stream`.
 */
aclnnStatus aclnnDequantSwigluQuantV2(void *workspace,
                                      uint64_t workspaceSize,
                                      aclOpExecutor *executor,
                                      aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
