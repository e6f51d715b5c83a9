/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnEmbedding`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the row of `weight` for each of `indices`. An index outside the table fails the task.
 */
aclnnStatus aclnnEmbeddingGetWorkspaceSize(const aclTensor *weight,
                                           const aclTensor *indices,
                                           const aclTensor *out,
                                           uint64_t *workspaceSize,
                                           aclOpExecutor **executor);

/**
 * Second phase of `aclnnEmbedding`: queues the computation on `stream`.
 */
aclnnStatus aclnnEmbedding(void *workspace,
                           uint64_t workspaceSize,
                           aclOpExecutor *executor,
                           aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
