/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnForeachZeroInplace`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes 0 to each element of each tensor.
 */
aclnnStatus aclnnForeachZeroInplaceGetWorkspaceSize(const aclTensorList *x,
                                                    uint64_t *workspaceSize,
                                                    aclOpExecutor **executor);

/**
 * Second phase of `aclnnForeachZeroInplace`: queues the computation on `stream`.
 */
aclnnStatus aclnnForeachZeroInplace(void *workspace,
                                    uint64_t workspaceSize,
                                    aclOpExecutor *executor,
                                    aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
