/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnGeluQuant`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes Gaussian error linear units and quantises them.
 */
aclnnStatus aclnnGeluQuantGetWorkspaceSize(const aclTensor *self,
                                           const aclTensor *inputScaleOptional,
                                           const aclTensor *inputOffsetOptional,
                                           const char *approximate,
                                           const char *quantMode,
                                           const char *roundMode,
                                           int64_t dstType,
                                           const aclTensor *y,
                                           const aclTensor *outScaleOptional,
                                           uint64_t *workspaceSize,
                                           aclOpExecutor **executor);

/**
 * Second phase of `aclnnGeluQuant`: queues the computation on `stream`.
 */
aclnnStatus aclnnGeluQuant(void *workspace,
                           uint64_t workspaceSize,
                           aclOpExecutor *executor,
                           aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
