/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnDiag`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes a matrix with the elements of a vector on its diagonal of number `diagonal` and zeros elsewhere, or the elements on that diagonal of a matrix.
 * `out` stays as it is if there is no such diagonal.
 */
aclnnStatus aclnnDiagGetWorkspaceSize(const aclTensor *self,
                                      int64_t diagonal,
                                      aclTensor *out,
                                      uint64_t *workspaceSize,
                                      aclOpExecutor **executor);

/**
 * Second phase of `aclnnDiag`: queues the computation on `stream`.
 */
aclnnStatus aclnnDiag(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
