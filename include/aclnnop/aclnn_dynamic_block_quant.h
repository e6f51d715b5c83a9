/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnDynamicBlockQuant`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Quantises blocks of rows and columns with scales that follow from their largest magnitudes.
 */
aclnnStatus aclnnDynamicBlockQuantGetWorkspaceSize(const aclTensor *x,
                                                   double minScale,
                                                   char *roundModeOptional,
                                                   int64_t dstType,
                                                   int64_t rowBlockSize,
                                                   int64_t colBlockSize,
                                                   const aclTensor *yOut,
                                                   const aclTensor *scaleOut,
                                                   uint64_t *workspaceSize,
                                                   aclOpExecutor **executor);

/**
 * Second phase of `aclnnDynamicBlockQuant`: queues the computation on `stream`.
 */
aclnnStatus aclnnDynamicBlockQuant(void *workspace,
                                   uint64_t workspaceSize,
                                   aclOpExecutor *executor,
                                   aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
