/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnMrgbaCustom`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes `rgb * alpha / 255`, rounded down. `rgb` and `out` are (rows, columns, 3), `alpha` is (rows, columns, 1), or all of them without rows; UINT8. On Ascend310P.
 */
aclnnStatus aclnnMrgbaCustomGetWorkspaceSize(const aclTensor *rgb,
                                             const aclTensor *alpha,
                                             const aclTensor *out,
                                             uint64_t *workspaceSize,
                                             aclOpExecutor **executor);

/**
 * Second phase of `aclnnMrgbaCustom`: queues the computation on `stream`.
 */
aclnnStatus aclnnMrgbaCustom(void *workspace,
                             uint64_t workspaceSize,
                             aclOpExecutor *executor,
                             aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
