/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnHardshrink`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes each element, or 0 where its size is at most `lambd`; one below 0 counts as 0. NaN stays. `out` may have another type.
 */
aclnnStatus aclnnHardshrinkGetWorkspaceSize(const aclTensor *self,
                                            const aclScalar *lambd,
                                            aclTensor *out,
                                            uint64_t *workspaceSize,
                                            aclOpExecutor **executor);

/**
 * Second phase of `aclnnHardshrink`: queues the computation on `stream`.
 */
aclnnStatus aclnnHardshrink(void *workspace,
                            uint64_t workspaceSize,
                            aclOpExecutor *executor,
                            aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
