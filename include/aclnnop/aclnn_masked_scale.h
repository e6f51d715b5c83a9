/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnMaskedScale`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `self * mask * scale` for each element, in FLOAT. All have one shape.
 */
aclnnStatus aclnnMaskedScaleGetWorkspaceSize(const aclTensor *self,
                                             const aclTensor *mask,
                                             float scale,
                                             aclTensor *out,
                                             uint64_t *workspaceSize,
                                             aclOpExecutor **executor);

/**
 * Second phase of `aclnnMaskedScale`: queues the computation on `stream`.
 */
aclnnStatus aclnnMaskedScale(void *workspace,
                             uint64_t workspaceSize,
                             aclOpExecutor *executor,
                             aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
