/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnAddRmsNormDynamicMxQuant`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Adds, normalises and quantises rows in blocks.
 */
aclnnStatus aclnnAddRmsNormDynamicMxQuantGetWorkspaceSize(const aclTensor *x1,
                                                          const aclTensor *x2,
                                                          const aclTensor *gamma,
                                                          const aclTensor *beta,
                                                          double epsilon,
                                                          int64_t scaleAlg,
                                                          char *roundMode,
                                                          int64_t dstType,
                                                          bool outputRstd,
                                                          aclTensor *yOut,
                                                          aclTensor *xOut,
                                                          aclTensor *mxscaleOut,
                                                          aclTensor *rstdOut,
                                                          uint64_t *workspaceSize,
                                                          aclOpExecutor **executor);

/**
 * Second phase of `aclnnAddRmsNormDynamicMxQuant`: queues the computation on `stream`.
 */
aclnnStatus aclnnAddRmsNormDynamicMxQuant(void *workspace,
                                          uint64_t workspaceSize,
                                          aclOpExecutor *executor,
                                          aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
