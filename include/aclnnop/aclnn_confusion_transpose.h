/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnConfusionTranspose`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Copies `x`, permuted and then in the shape `shape`, or in that shape and then permuted.
 */
aclnnStatus aclnnConfusionTransposeGetWorkspaceSize(const aclTensor *x,
                                                    const aclIntArray *perm,
                                                    const aclIntArray *shape,
                                                    bool transposeFirst,
                                                    aclTensor *out,
                                                    uint64_t *workspaceSize,
                                                    aclOpExecutor **executor);

/**
 * Second phase of `aclnnConfusionTranspose`: queues the computation on `stream`.
 */
aclnnStatus aclnnConfusionTranspose(void *workspace,
                                    uint64_t workspaceSize,
                                    aclOpExecutor *executor,
                                    aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
