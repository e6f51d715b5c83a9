/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnLinalgCross`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes the cross products of the vectors of three elements along `dim`. `self` and `other` broadcast; `dim` counts the dimensions of `self`. Each element is rounded once, integers wrap.
 */
aclnnStatus aclnnLinalgCrossGetWorkspaceSize(const aclTensor *self,
                                             const aclTensor *other,
                                             int64_t dim,
                                             aclTensor *out,
                                             uint64_t *workspaceSize,
                                             aclOpExecutor **executor);

/**
 * Second phase of `aclnnLinalgCross`: queues the computation on `stream`.
 */
aclnnStatus aclnnLinalgCross(void *workspace,
                             uint64_t workspaceSize,
                             aclOpExecutor *executor,
                             aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
