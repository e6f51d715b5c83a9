/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnDynamicBlockMxQuant`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Quantises `x` in blocks of 32 rows and columns.
 */
aclnnStatus aclnnDynamicBlockMxQuantGetWorkspaceSize(const aclTensor *x,
                                                     char *roundModeOptional,
                                                     int64_t dstType,
                                                     int64_t scaleAlg,
                                                     double dstTypeMax,
                                                     const aclTensor *yOut,
                                                     const aclTensor *scale1Out,
                                                     const aclTensor *scale2Out,
                                                     uint64_t *workspaceSize,
                                                     aclOpExecutor **executor);

/**
 * Second phase of `aclnnDynamicBlockMxQuant`: queues the computation on `stream`.
 */
aclnnStatus aclnnDynamicBlockMxQuant(void *workspace,
                                     uint64_t workspaceSize,
                                     aclOpExecutor *executor,
                                     aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
