/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnTransformBiasRescaleQkv`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Adds a bias to rows of queries, keys and values, divides queries by the root of the length of a head, and gives each head its rows.
 */
aclnnStatus aclnnTransformBiasRescaleQkvGetWorkspaceSize(const aclTensor *qkv,
                                                         const aclTensor *qkvBias,
                                                         int64_t numHeads,
                                                         const aclTensor *qOut,
                                                         const aclTensor *kOut,
                                                         const aclTensor *vOut,
                                                         uint64_t *workspaceSize,
                                                         aclOpExecutor **executor);

/**
 * Second phase of `aclnnTransformBiasRescaleQkv`: queues the computation on `stream`.
 */
aclnnStatus aclnnTransformBiasRescaleQkv(void *workspace,
                                         uint64_t workspaceSize,
                                         aclOpExecutor *executor,
                                         aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
