/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnArgsort`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes the indices along `dim` of the elements in rising or falling order. NaN is larger than every number; equal elements keep their order.
 */
aclnnStatus aclnnArgsortGetWorkspaceSize(const aclTensor *self,
                                         int64_t dim,
                                         bool descending,
                                         aclTensor *out,
                                         uint64_t *workspaceSize,
                                         aclOpExecutor **executor);

/**
 * Second phase of `aclnnArgsort`: queues the computation on `stream`.
 */
aclnnStatus aclnnArgsort(void *workspace,
                         uint64_t workspaceSize,
                         aclOpExecutor *executor,
                         aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
