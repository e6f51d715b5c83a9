/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnRotateQuant`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Rotates rows and quantises them.
 */
aclnnStatus aclnnRotateQuantGetWorkspaceSize(const aclTensor *x,
                                             const aclTensor *rotation,
                                             const aclTensor *alpha,
                                             int64_t axis,
                                             char *roundMode,
                                             int64_t scaleAlg,
                                             double dstTypeMax,
                                             bool trans,
                                             aclTensor *yOut,
                                             aclTensor *scaleOut,
                                             uint64_t *workspaceSize,
                                             aclOpExecutor **executor);

/**
 * Second phase of `aclnnRotateQuant`: queues the computation on `stream`.
 */
aclnnStatus aclnnRotateQuant(void *workspace,
                             uint64_t workspaceSize,
                             aclOpExecutor *executor,
                             aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
