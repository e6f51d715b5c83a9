/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnScatterList`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes block `b` of `updates` to tensor `b` of `varRef`, from element `indice[b]` of axis `axis` on (counted in `updates`); with two columns, as many
 * elements as the second one says. A tensor whose `maskOptional` is not 1 stays. A block that does not fit fails the task.
 */
aclnnStatus aclnnScatterListGetWorkspaceSize(aclTensorList *varRef,
                                             const aclTensor *indice,
                                             const aclTensor *updates,
                                             const aclTensor *maskOptional,
                                             char *reduceOptional,
                                             int64_t axis,
                                             uint64_t *workspaceSize,
                                             aclOpExecutor **executor);

/**
 * Second phase of `aclnnScatterList`: queues the computation on `stream`.
 */
aclnnStatus aclnnScatterList(void *workspace,
                             uint64_t workspaceSize,
                             aclOpExecutor *executor,
                             aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
