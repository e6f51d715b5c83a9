/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnSwigluMxQuant`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes a gated unit and quantises it in blocks of 32.
 */
aclnnStatus aclnnSwigluMxQuantGetWorkspaceSize(const aclTensor *x,
                                               const aclTensor *groupIndexOptional,
                                               int64_t activateDim,
                                               bool activateLeft,
                                               int64_t swigluMode,
                                               double clampLimit,
                                               double gluAlpha,
                                               double gluBias,
                                               int64_t groupMode,
                                               int64_t axis,
                                               int64_t dstType,
                                               char *roundModeOptional,
                                               int64_t scaleAlg,
                                               double maxDtypeValue,
                                               const aclTensor *yOut,
                                               const aclTensor *mxscaleOut,
                                               uint64_t *workspaceSize,
                                               aclOpExecutor **executor);

/**
 * Second phase of `aclnnSwigluMxQuant`: queues the computation on `stream`.
 */
aclnnStatus aclnnSwigluMxQuant(void *workspace,
                               uint64_t workspaceSize,
                               aclOpExecutor *executor,
                               aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
