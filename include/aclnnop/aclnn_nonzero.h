/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnNonzero`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes the indices of the elements that are not 0, a row for each in row-major order; NaN is not 0. `out` is dense and has room for all elements;
 * the call gives it the shape `[count, rank]`.
 */
aclnnStatus aclnnNonzeroGetWorkspaceSize(const aclTensor *self,
                                         aclTensor *out,
                                         uint64_t *workspaceSize,
                                         aclOpExecutor **executor);

/**
 * Second phase of `aclnnNonzero`: queues the computation on `stream`.
 */
aclnnStatus aclnnNonzero(void *workspace,
                         uint64_t workspaceSize,
                         aclOpExecutor *executor,
                         aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
