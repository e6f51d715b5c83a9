/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnGtTensor`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes whether elements of `self` are above those of `other`, broadcast: 1 or 0 in the type of `out`.
 */
aclnnStatus aclnnGtTensorGetWorkspaceSize(const aclTensor *self,
                                          const aclTensor *other,
                                          aclTensor *out,
                                          uint64_t *workspaceSize,
                                          aclOpExecutor **executor);

/**
 * Second phase of `aclnnGtTensor`: queues the computation on `stream`.
 */
aclnnStatus aclnnGtTensor(void *workspace,
                          uint64_t workspaceSize,
                          aclOpExecutor *executor,
                          aclrtStream stream);

/**
 * First phase of `aclnnInplaceGtTensor`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes whether elements of `selfRef` are above those of `other`, broadcast, in place: 1 or 0 in the type of `selfRef`.
 */
aclnnStatus aclnnInplaceGtTensorGetWorkspaceSize(const aclTensor *selfRef,
                                                 const aclTensor *other,
                                                 uint64_t *workspaceSize,
                                                 aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceGtTensor`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceGtTensor(void *workspace,
                                 uint64_t workspaceSize,
                                 aclOpExecutor *executor,
                                 aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
