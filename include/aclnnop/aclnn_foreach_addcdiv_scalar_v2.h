/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnForeachAddcdivScalarV2`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `x1 + scalar * x2 / x3`, rounded once.
 */
aclnnStatus aclnnForeachAddcdivScalarV2GetWorkspaceSize(const aclTensorList *x1,
                                                        const aclTensorList *x2,
                                                        const aclTensorList *x3,
                                                        const aclScalar *scalar,
                                                        aclTensorList *out,
                                                        uint64_t *workspaceSize,
                                                        aclOpExecutor **executor);

/**
 * Second phase of `aclnnForeachAddcdivScalarV2`: queues the computation on `stream`.
 */
aclnnStatus aclnnForeachAddcdivScalarV2(void *workspace,
                                        uint64_t workspaceSize,
                                        aclOpExecutor *executor,
                                        aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
