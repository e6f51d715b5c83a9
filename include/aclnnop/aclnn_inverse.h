/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnInverse`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes the inverse of each matrix of the last two dimensions, computed in DOUBLE by elimination and rounded once. A matrix without an inverse is an error of the stream.
 */
aclnnStatus aclnnInverseGetWorkspaceSize(const aclTensor *self,
                                         aclTensor *out,
                                         uint64_t *workspaceSize,
                                         aclOpExecutor **executor);

/**
 * Second phase of `aclnnInverse`: queues the computation on `stream`.
 */
aclnnStatus aclnnInverse(void *workspace,
                         uint64_t workspaceSize,
                         aclOpExecutor *executor,
                         aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
