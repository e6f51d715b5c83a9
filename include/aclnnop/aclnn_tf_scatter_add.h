/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnTfScatterAdd`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Adds `updates` to `varRef` where `indices` say, rounded once: slices at the coordinates in the rows of `indices` if the shapes fit that, else rows. An index
 * outside its axis fails the task.
 */
aclnnStatus aclnnTfScatterAddGetWorkspaceSize(aclTensor *varRef,
                                              const aclTensor *indices,
                                              const aclTensor *updates,
                                              uint64_t *workspaceSize,
                                              aclOpExecutor **executor);

/**
 * Second phase of `aclnnTfScatterAdd`: queues the computation on `stream`.
 */
aclnnStatus aclnnTfScatterAdd(void *workspace,
                              uint64_t workspaceSize,
                              aclOpExecutor *executor,
                              aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
