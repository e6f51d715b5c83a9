/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnInplaceMaskedScatter`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes the elements of `source`, one after the other, to those of `selfRef` at which `mask`, broadcast, is true. Fewer elements than that fail the task.
 */
aclnnStatus aclnnInplaceMaskedScatterGetWorkspaceSize(aclTensor *selfRef,
                                                      const aclTensor *mask,
                                                      const aclTensor *source,
                                                      uint64_t *workspaceSize,
                                                      aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceMaskedScatter`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceMaskedScatter(void *workspace,
                                      uint64_t workspaceSize,
                                      aclOpExecutor *executor,
                                      aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
