/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnEmbeddingRenorm`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Scales each row of `selfRef` that `indices` name, and whose norm of order `normType` is larger than `maxNorm`, to that norm. An index outside the table fails
 * the task.
 */
aclnnStatus aclnnEmbeddingRenormGetWorkspaceSize(aclTensor *selfRef,
                                                 const aclTensor *indices,
                                                 double maxNorm,
                                                 double normType,
                                                 uint64_t *workspaceSize,
                                                 aclOpExecutor **executor);

/**
 * Second phase of `aclnnEmbeddingRenorm`: queues the computation on `stream`.
 */
aclnnStatus aclnnEmbeddingRenorm(void *workspace,
                                 uint64_t workspaceSize,
                                 aclOpExecutor *executor,
                                 aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
