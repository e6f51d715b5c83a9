/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnGcd`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the greatest common divisor of each two integers, broadcast, in the type that both promote to. That of 0 and 0 is 0.
 */
aclnnStatus aclnnGcdGetWorkspaceSize(const aclTensor *self,
                                     const aclTensor *other,
                                     aclTensor *out,
                                     uint64_t *workspaceSize,
                                     aclOpExecutor **executor);

/**
 * Second phase of `aclnnGcd`: queues the computation on `stream`.
 */
aclnnStatus aclnnGcd(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
