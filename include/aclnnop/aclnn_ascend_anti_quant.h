/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnAscendAntiQuant`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Adds offsets to codes and multiplies them by scales.
 */
aclnnStatus aclnnAscendAntiQuantGetWorkspaceSize(const aclTensor *x,
                                                 const aclTensor *scale,
                                                 const aclTensor *offset,
                                                 int64_t dstType,
                                                 bool sqrtMode,
                                                 const aclTensor *y,
                                                 uint64_t *workspaceSize,
                                                 aclOpExecutor **executor);

/**
 * Second phase of `aclnnAscendAntiQuant`: queues the computation on `stream`.
 */
aclnnStatus aclnnAscendAntiQuant(void *workspace,
                                 uint64_t workspaceSize,
                                 aclOpExecutor *executor,
                                 aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
