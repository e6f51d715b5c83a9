/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnLtScalar`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes whether elements of `self` are below `other`: 1 or 0 in the type of `out`.
 */
aclnnStatus aclnnLtScalarGetWorkspaceSize(const aclTensor *self,
                                          const aclScalar *other,
                                          aclTensor *out,
                                          uint64_t *workspaceSize,
                                          aclOpExecutor **executor);

/**
 * Second phase of `aclnnLtScalar`: queues the computation on `stream`.
 */
aclnnStatus aclnnLtScalar(void *workspace,
                          uint64_t workspaceSize,
                          aclOpExecutor *executor,
                          aclrtStream stream);

/**
 * First phase of `aclnnInplaceLtScalar`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes whether elements of `selfRef` are below `other`, in place: 1 or 0 in the type of `selfRef`.
 */
aclnnStatus aclnnInplaceLtScalarGetWorkspaceSize(const aclTensor *selfRef,
                                                 const aclScalar *other,
                                                 uint64_t *workspaceSize,
                                                 aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceLtScalar`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceLtScalar(void *workspace,
                                 uint64_t workspaceSize,
                                 aclOpExecutor *executor,
                                 aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
