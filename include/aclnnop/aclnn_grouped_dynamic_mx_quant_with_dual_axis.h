/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnGroupedDynamicMxQuantWithDualAxis`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Quantises `x` in blocks of 32 along its rows, and groups of its rows along their columns.
 */
aclnnStatus aclnnGroupedDynamicMxQuantWithDualAxisGetWorkspaceSize(const aclTensor *x,
                                                                   const aclTensor *groupIndex,
                                                                   char *roundModeOptional,
                                                                   int64_t scaleAlg,
                                                                   int64_t dstDtype,
                                                                   double maxDtypeValue,
                                                                   const aclTensor *y1Out,
                                                                   const aclTensor *y1ScaleOut,
                                                                   const aclTensor *y2Out,
                                                                   const aclTensor *y2ScaleOut,
                                                                   uint64_t *workspaceSize,
                                                                   aclOpExecutor **executor);

/**
 * Second phase of `aclnnGroupedDynamicMxQuantWithDualAxis`: queues the computation on `stream`.
 */
aclnnStatus aclnnGroupedDynamicMxQuantWithDualAxis(void *workspace,
                                                   uint64_t workspaceSize,
                                                   aclOpExecutor *executor,
                                                   aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
