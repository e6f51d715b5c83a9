/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnLinspace`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes `steps` evenly spaced numbers from `start` to `end`, both included, into `out`.
 */
aclnnStatus aclnnLinspaceGetWorkspaceSize(const aclScalar *start,
                                          const aclScalar *end,
                                          int64_t steps,
                                          aclTensor *out,
                                          uint64_t *workspaceSize,
                                          aclOpExecutor **executor);

/**
 * Second phase of `aclnnLinspace`: queues the computation on `stream`.
 */
aclnnStatus aclnnLinspace(void *workspace,
                          uint64_t workspaceSize,
                          aclOpExecutor *executor,
                          aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
