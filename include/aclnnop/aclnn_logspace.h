/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnLogSpace`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes `steps` powers of `base`, whose exponents are evenly spaced from `start` to `end`, both included, into `result`.
 */
aclnnStatus aclnnLogSpaceGetWorkspaceSize(const aclScalar *start,
                                          const aclScalar *end,
                                          int64_t steps,
                                          double base,
                                          const aclTensor *result,
                                          uint64_t *workspaceSize,
                                          aclOpExecutor **executor);

/**
 * Second phase of `aclnnLogSpace`: queues the computation on `stream`.
 */
aclnnStatus aclnnLogSpace(void *workspace,
                          uint64_t workspaceSize,
                          aclOpExecutor *executor,
                          aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
