/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnStdMeanCorrection`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the standard deviation over `dim` (all axes if null or empty), as aclnnStd does, and the mean.
 */
aclnnStatus aclnnStdMeanCorrectionGetWorkspaceSize(const aclTensor *self,
                                                   const aclIntArray *dim,
                                                   int64_t correction,
                                                   bool keepdim,
                                                   aclTensor *stdOut,
                                                   aclTensor *meanOut,
                                                   uint64_t *workspaceSize,
                                                   aclOpExecutor **executor);

/**
 * Second phase of `aclnnStdMeanCorrection`: queues the computation on `stream`.
 */
aclnnStatus aclnnStdMeanCorrection(void *workspace,
                                   uint64_t workspaceSize,
                                   aclOpExecutor *executor,
                                   aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
