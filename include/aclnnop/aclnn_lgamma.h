/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnLgamma`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the natural logarithm of the absolute value of the gamma function of each element. DOUBLE, FLOAT or FLOAT16.
 */
aclnnStatus aclnnLgammaGetWorkspaceSize(const aclTensor *self,
                                        aclTensor *out,
                                        uint64_t *workspaceSize,
                                        aclOpExecutor **executor);

/**
 * Second phase of `aclnnLgamma`: queues the computation on `stream`.
 */
aclnnStatus aclnnLgamma(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
