/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnNeScalar`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes whether elements of `self` differ from `other`: 1 or 0 in the type of `out`.
 */
aclnnStatus aclnnNeScalarGetWorkspaceSize(const aclTensor *self,
                                          const aclScalar *other,
                                          aclTensor *out,
                                          uint64_t *workspaceSize,
                                          aclOpExecutor **executor);

/**
 * Second phase of `aclnnNeScalar`: queues the computation on `stream`.
 */
aclnnStatus aclnnNeScalar(void *workspace,
                          uint64_t workspaceSize,
                          aclOpExecutor *executor,
                          aclrtStream stream);

/**
 * First phase of `aclnnInplaceNeScalar`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes whether elements of `selfRef` differ from `other`, in place: 1 or 0 in the type of `selfRef`.
 */
aclnnStatus aclnnInplaceNeScalarGetWorkspaceSize(aclTensor *selfRef,
                                                 const aclScalar *other,
                                                 uint64_t *workspaceSize,
                                                 aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceNeScalar`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceNeScalar(void *workspace,
                                 uint64_t workspaceSize,
                                 aclOpExecutor *executor,
                                 aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
