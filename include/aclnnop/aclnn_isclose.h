/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnIsClose`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes whether each two elements, broadcast, are equal, or `abs(self - other) <= atol + rtol * abs(other)`, or both are NaN and
 * `equalNan` is true, as BOOL. In the type of the elements, FLOAT for shorter ones; of integers in DOUBLE.
 */
aclnnStatus aclnnIsCloseGetWorkspaceSize(const aclTensor *self,
                                         const aclTensor *other,
                                         double rtol,
                                         double atol,
                                         bool equalNan,
                                         aclTensor *out,
                                         uint64_t *workspaceSize,
                                         aclOpExecutor **executor);

/**
 * Second phase of `aclnnIsClose`: queues the computation on `stream`.
 */
aclnnStatus aclnnIsClose(void *workspace,
                         uint64_t workspaceSize,
                         aclOpExecutor *executor,
                         aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
