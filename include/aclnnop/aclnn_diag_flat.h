/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnDiagFlat`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes a matrix with the elements of `self`, in row-major order, on its diagonal of number `diagonal` and zeros elsewhere, converted to the type of
 * `out`. Without elements, `out` stays as it is.
 */
aclnnStatus aclnnDiagFlatGetWorkspaceSize(const aclTensor *self,
                                          int64_t diagonal,
                                          aclTensor *out,
                                          uint64_t *workspaceSize,
                                          aclOpExecutor **executor);

/**
 * Second phase of `aclnnDiagFlat`: queues the computation on `stream`.
 */
aclnnStatus aclnnDiagFlat(void *workspace,
                          uint64_t workspaceSize,
                          aclOpExecutor *executor,
                          aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
