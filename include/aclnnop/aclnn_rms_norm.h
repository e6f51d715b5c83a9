/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnRmsNorm`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Divides `x` over the dimensions of `gamma`, its last ones, by the root of the mean of the squares, and multiplies by `gamma`. `rstdOut` is the reciprocal
 * of the root.
 */
aclnnStatus aclnnRmsNormGetWorkspaceSize(const aclTensor *x,
                                         const aclTensor *gamma,
                                         double epsilon,
                                         const aclTensor *yOut,
                                         const aclTensor *rstdOut,
                                         uint64_t *workspaceSize,
                                         aclOpExecutor **executor);

/**
 * Second phase of `aclnnRmsNorm`: queues the computation on `stream`.
 */
aclnnStatus aclnnRmsNorm(void *workspace,
                         uint64_t workspaceSize,
                         aclOpExecutor *executor,
                         aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
