/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnSwigluBackwardMxQuantWithDualAxis`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the gradient of a gated unit and quantises it in blocks of 32 along the last two axes.
 */
aclnnStatus aclnnSwigluBackwardMxQuantWithDualAxisGetWorkspaceSize(const aclTensor *x,
                                                                   const aclTensor *yGrad,
                                                                   const aclTensor *groupIndexOptional,
                                                                   bool activateLeft,
                                                                   char *roundModeOptional,
                                                                   int64_t scaleAlg,
                                                                   int64_t dstDtype,
                                                                   double maxDtypeValue,
                                                                   const aclTensor *y1Out,
                                                                   const aclTensor *mxscale1Out,
                                                                   const aclTensor *y2Out,
                                                                   const aclTensor *mxscale2Out,
                                                                   uint64_t *workspaceSize,
                                                                   aclOpExecutor **executor);

/**
 * Second phase of `aclnnSwigluBackwardMxQuantWithDualAxis`: queues the computation on `stream`.
 */
aclnnStatus aclnnSwigluBackwardMxQuantWithDualAxis(void *workspace,
                                                   uint64_t workspaceSize,
                                                   aclOpExecutor *executor,
                                                   aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
