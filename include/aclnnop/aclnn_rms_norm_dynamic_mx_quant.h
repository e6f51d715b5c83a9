/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnRmsNormDynamicMxQuant`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Normalises rows and quantises them in blocks.
 */
aclnnStatus aclnnRmsNormDynamicMxQuantGetWorkspaceSize(const aclTensor *x,
                                                       const aclTensor *gamma,
                                                       const aclTensor *beta,
                                                       double epsilon,
                                                       int64_t scaleAlg,
                                                       char *roundMode,
                                                       int64_t dstType,
                                                       bool outputRstd,
                                                       aclTensor *yOut,
                                                       aclTensor *mxscaleOut,
                                                       aclTensor *rstdOut,
                                                       uint64_t *workspaceSize,
                                                       aclOpExecutor **executor);

/**
 * Second phase of `aclnnRmsNormDynamicMxQuant`: queues the computation on `stream`.
 */
aclnnStatus aclnnRmsNormDynamicMxQuant(void *workspace,
                                       uint64_t workspaceSize,
                                       aclOpExecutor *executor,
                                       aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
