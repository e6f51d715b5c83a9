/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnSplitWithSize`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Copies pieces of `self` along `dim`, of `splitSize[i]` elements, to the tensors of the list, converted to their types.
 */
aclnnStatus aclnnSplitWithSizeGetWorkspaceSize(const aclTensor *self,
                                               const aclIntArray *splitSize,
                                               int64_t dim,
                                               aclTensorList *out,
                                               uint64_t *workspaceSize,
                                               aclOpExecutor **executor);

/**
 * Second phase of `aclnnSplitWithSize`: queues the computation on `stream`.
 */
aclnnStatus aclnnSplitWithSize(void *workspace,
                               uint64_t workspaceSize,
                               aclOpExecutor *executor,
                               aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
