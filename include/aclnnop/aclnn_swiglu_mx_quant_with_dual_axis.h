/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnSwigluMxQuantWithDualAxis`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes a gated unit and quantises it in blocks of 32 along its rows and along its columns.
 */
aclnnStatus aclnnSwigluMxQuantWithDualAxisGetWorkspaceSize(const aclTensor *x,
                                                           const aclTensor *groupIndexOptional,
                                                           bool activateLeft,
                                                           char *roundModeOptional,
                                                           int64_t scaleAlg,
                                                           int64_t dstType,
                                                           double maxDtypeValue,
                                                           const aclTensor *y1Out,
                                                           const aclTensor *mxscale1Out,
                                                           const aclTensor *y2Out,
                                                           const aclTensor *mxscale2Out,
                                                           uint64_t *workspaceSize,
                                                           aclOpExecutor **executor);

/**
 * Second phase of `aclnnSwigluMxQuantWithDualAxis`: queues the computation on `stream`.
 */
aclnnStatus aclnnSwigluMxQuantWithDualAxis(void *workspace,
                                           uint64_t workspaceSize,
                                           aclOpExecutor *executor,
                                           aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
