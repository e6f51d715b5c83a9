/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnSituMxQuant`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes a unit gated by hyperbolic tangents and quantises it in blocks of 32.
 */
aclnnStatus aclnnSituMxQuantGetWorkspaceSize(const aclTensor *x,
                                             float beta,
                                             float linearBeta,
                                             bool activateLeft,
                                             int64_t axis,
                                             int64_t dstType,
                                             char *roundModeOptional,
                                             const aclTensor *yOut,
                                             const aclTensor *yScaleOut,
                                             uint64_t *workspaceSize,
                                             aclOpExecutor **executor);

/**
 * Second phase of `aclnnSituMxQuant`: queues the computation on `stream`.
 */
aclnnStatus aclnnSituMxQuant(void *workspace,
                             uint64_t workspaceSize,
                             aclOpExecutor *executor,
                             aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
