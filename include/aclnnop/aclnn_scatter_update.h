/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnInplaceScatterUpdate`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes batch `i` of `updates` to `data`, from element `indices[i]` of axis `axis` on; with two columns, to batch `indices[i][0]`, from element
 * `indices[i][1]` on. A block that does not fit the axis fails the task.
 */
aclnnStatus aclnnInplaceScatterUpdateGetWorkspaceSize(aclTensor *data,
                                                      const aclTensor *indices,
                                                      const aclTensor *updates,
                                                      int64_t axis,
                                                      uint64_t *workspaceSize,
                                                      aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceScatterUpdate`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceScatterUpdate(void *workspace,
                                      uint64_t workspaceSize,
                                      aclOpExecutor *executor,
                                      aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
