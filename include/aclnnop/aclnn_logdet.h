/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnLogdet`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes the natural logarithm of the determinant of each matrix of the last two dimensions: negative infinity for a determinant of 0, NaN for a negative one, and for complex matrices a complex number whose imaginary part is the
 * angle of the determinant. Computed by elimination in DOUBLE and rounded once.
 */
aclnnStatus aclnnLogdetGetWorkspaceSize(const aclTensor *self,
                                        aclTensor *out,
                                        uint64_t *workspaceSize,
                                        aclOpExecutor **executor);

/**
 * Second phase of `aclnnLogdet`: queues the computation on `stream`.
 */
aclnnStatus aclnnLogdet(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
