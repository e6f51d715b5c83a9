/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnRandperm`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes the integers from 0 to `n - 1` in random order, by `seed` and `offset`.
 */
aclnnStatus aclnnRandpermGetWorkspaceSize(int64_t n,
                                          int64_t seed,
                                          int64_t offset,
                                          aclTensor *out,
                                          uint64_t *workspaceSize,
                                          aclOpExecutor **executor);

/**
 * Second phase of `aclnnRandperm`: queues the computation on `stream`.
 */
aclnnStatus aclnnRandperm(void *workspace,
                          uint64_t workspaceSize,
                          aclOpExecutor *executor,
                          aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
