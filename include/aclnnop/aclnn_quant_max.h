/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnQuantMax`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Quantises `x · scale` and returns the largest magnitude of `x`.
 */
aclnnStatus aclnnQuantMaxGetWorkspaceSize(const aclTensor *x,
                                          const aclTensor *scale,
                                          char *roundMode,
                                          int64_t dstType,
                                          const aclTensor *y,
                                          const aclTensor *amax,
                                          uint64_t *workspaceSize,
                                          aclOpExecutor **executor);

/**
 * Second phase of `aclnnQuantMax`: queues the computation on `stream`.
 */
aclnnStatus aclnnQuantMax(void *workspace,
                          uint64_t workspaceSize,
                          aclOpExecutor *executor,
                          aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
