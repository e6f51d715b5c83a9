/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnAscendQuantV3`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Multiplies `x` by scales of one dimension, adds offsets, and rounds.
 */
aclnnStatus aclnnAscendQuantV3GetWorkspaceSize(const aclTensor *x,
                                               const aclTensor *scale,
                                               const aclTensor *offset,
                                               bool sqrtMode,
                                               const char *roundMode,
                                               int32_t dstType,
                                               int32_t axis,
                                               const aclTensor *y,
                                               uint64_t *workspaceSize,
                                               aclOpExecutor **executor);

/**
 * Second phase of `aclnnAscendQuantV3`: queues the computation on `stream`.
 */
aclnnStatus aclnnAscendQuantV3(void *workspace,
                               uint64_t workspaceSize,
                               aclOpExecutor *executor,
                               aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
