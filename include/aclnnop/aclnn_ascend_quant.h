/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnAscendQuant`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Multiplies `x` by scales of the last dimension, adds offsets, and rounds.
 */
aclnnStatus aclnnAscendQuantGetWorkspaceSize(const aclTensor *x,
                                             const aclTensor *scale,
                                             const aclTensor *offset,
                                             bool sqrtMode,
                                             const char *roundMode,
                                             int32_t dstType,
                                             const aclTensor *y,
                                             uint64_t *workspaceSize,
                                             aclOpExecutor **executor);

/**
 * Second phase of `aclnnAscendQuant`: queues the computation on `stream`.
 */
aclnnStatus aclnnAscendQuant(void *workspace,
                             uint64_t workspaceSize,
                             aclOpExecutor *executor,
                             aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
