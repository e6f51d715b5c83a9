/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnOneHot`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes `onValue` where the new dimension `axis`, of `numClasses` elements, has the index that `self` holds, and `offValue` elsewhere. Indices outside the
 * classes have no element.
 */
aclnnStatus aclnnOneHotGetWorkspaceSize(const aclTensor *self,
                                        int numClasses,
                                        const aclTensor *onValue,
                                        const aclTensor *offValue,
                                        int64_t axis,
                                        aclTensor *out,
                                        uint64_t *workspaceSize,
                                        aclOpExecutor **executor);

/**
 * Second phase of `aclnnOneHot`: queues the computation on `stream`.
 */
aclnnStatus aclnnOneHot(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
