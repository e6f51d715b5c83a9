/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnSplitTensor`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Copies pieces of `self` along `dim`, of `splitSections` elements each, the last of what is left, to the tensors of the list, converted to their
 * type. More tensors than pieces are left as they are.
 */
aclnnStatus aclnnSplitTensorGetWorkspaceSize(const aclTensor *self,
                                             uint64_t splitSections,
                                             int64_t dim,
                                             aclTensorList *out,
                                             uint64_t *workspaceSize,
                                             aclOpExecutor **executor);

/**
 * Second phase of `aclnnSplitTensor`: queues the computation on `stream`.
 */
aclnnStatus aclnnSplitTensor(void *workspace,
                             uint64_t workspaceSize,
                             aclOpExecutor *executor,
                             aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
