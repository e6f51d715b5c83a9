/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnAntiMxQuant`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes elements times the scales of their blocks of 32 along the last axis.
 */
aclnnStatus aclnnAntiMxQuantGetWorkspaceSize(const aclTensor *x,
                                             const aclTensor *mxscale,
                                             int64_t axis,
                                             int64_t dstType,
                                             const aclTensor *y,
                                             uint64_t *workspaceSize,
                                             aclOpExecutor **executor);

/**
 * Second phase of `aclnnAntiMxQuant`: queues the computation on `stream`.
 */
aclnnStatus aclnnAntiMxQuant(void *workspace,
                             uint64_t workspaceSize,
                             aclOpExecutor *executor,
                             aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
