/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnMv`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the product of a matrix and a vector. Without columns it is 0.
 */
aclnnStatus aclnnMvGetWorkspaceSize(const aclTensor *self,
                                    const aclTensor *vec,
                                    aclTensor *out,
                                    int8_t cubeMathType,
                                    uint64_t *workspaceSize,
                                    aclOpExecutor **executor);

/**
 * Second phase of `aclnnMv`: queues the computation on `stream`.
 */
aclnnStatus aclnnMv(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
