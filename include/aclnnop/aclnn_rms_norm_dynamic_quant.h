/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnRmsNormDynamicQuant`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Normalises rows and quantises them by their range.
 */
aclnnStatus aclnnRmsNormDynamicQuantGetWorkspaceSize(const aclTensor *x,
                                                     const aclTensor *gamma,
                                                     const aclTensor *smoothScalesOptional,
                                                     const aclTensor *betaOptional,
                                                     double epsilon,
                                                     int64_t dstType,
                                                     const aclTensor *yOut,
                                                     const aclTensor *scaleOut,
                                                     uint64_t *workspaceSize,
                                                     aclOpExecutor **executor);

/**
 * Second phase of `aclnnRmsNormDynamicQuant`: queues the computation on `stream`.
 */
aclnnStatus aclnnRmsNormDynamicQuant(void *workspace,
                                     uint64_t workspaceSize,
                                     aclOpExecutor *executor,
                                     aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
