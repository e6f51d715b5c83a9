/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnEqScalar`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes whether elements of `self` equal `other`: 1 or 0 in the type of `out`.
 */
aclnnStatus aclnnEqScalarGetWorkspaceSize(const aclTensor *self,
                                          const aclScalar *other,
                                          aclTensor *out,
                                          uint64_t *workspaceSize,
                                          aclOpExecutor **executor);

/**
 * Second phase of `aclnnEqScalar`: queues the computation on `stream`.
 */
aclnnStatus aclnnEqScalar(void *workspace,
                          uint64_t workspaceSize,
                          aclOpExecutor *executor,
                          aclrtStream stream);

/**
 * First phase of `aclnnInplaceEqScalar`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes whether elements of `selfRef` equal `other`, in place: 1 or 0 in the type of `selfRef`.
 */
aclnnStatus aclnnInplaceEqScalarGetWorkspaceSize(const aclTensor *selfRef,
                                                 const aclScalar *other,
                                                 uint64_t *workspaceSize,
                                                 aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceEqScalar`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceEqScalar(void *workspace,
                                 uint64_t workspaceSize,
                                 aclOpExecutor *executor,
                                 aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
