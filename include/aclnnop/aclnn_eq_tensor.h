/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnEqTensor`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes whether elements of `self` equal those of `other`, broadcast: 1 or 0 in the type of `out`.
 */
aclnnStatus aclnnEqTensorGetWorkspaceSize(const aclTensor *self,
                                          const aclTensor *other,
                                          aclTensor *out,
                                          uint64_t *workspaceSize,
                                          aclOpExecutor **executor);

/**
 * Second phase of `aclnnEqTensor`: queues the computation on `stream`.
 */
aclnnStatus aclnnEqTensor(void *workspace,
                          uint64_t workspaceSize,
                          aclOpExecutor *executor,
                          aclrtStream stream);

/**
 * First phase of `aclnnInplaceEqTensor`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes whether elements of `selfRef` equal those of `other`, broadcast, in place: 1 or 0 in the type of `selfRef`.
 */
aclnnStatus aclnnInplaceEqTensorGetWorkspaceSize(const aclTensor *selfRef,
                                                 const aclTensor *other,
                                                 uint64_t *workspaceSize,
                                                 aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceEqTensor`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceEqTensor(void *workspace,
                                 uint64_t workspaceSize,
                                 aclOpExecutor *executor,
                                 aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
