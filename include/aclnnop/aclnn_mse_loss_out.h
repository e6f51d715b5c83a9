/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnMseLossOut`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `(self - target)²`, each, or the mean or the sum along the first axis by `reduction` 1 or 2, rounded once. Of nothing nothing is written.
 */
aclnnStatus aclnnMseLossOutGetWorkspaceSize(const aclTensor *self,
                                            const aclTensor *target,
                                            int64_t reduction,
                                            aclTensor *out,
                                            uint64_t *workspaceSize,
                                            aclOpExecutor **executor);

/**
 * Second phase of `aclnnMseLossOut`: queues the computation on `stream`.
 */
aclnnStatus aclnnMseLossOut(void *workspace,
                            uint64_t workspaceSize,
                            aclOpExecutor *executor,
                            aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
