/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnRemainderTensorTensor`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `self - other * floor(self / other)`, broadcast. It has the sign of `other`.
 */
aclnnStatus aclnnRemainderTensorTensorGetWorkspaceSize(const aclTensor *self,
                                                       const aclTensor *other,
                                                       aclTensor *out,
                                                       uint64_t *workspaceSize,
                                                       aclOpExecutor **executor);

/**
 * Second phase of `aclnnRemainderTensorTensor`: queues the computation on `stream`.
 */
aclnnStatus aclnnRemainderTensorTensor(void *workspace,
                                       uint64_t workspaceSize,
                                       aclOpExecutor *executor,
                                       aclrtStream stream);

/**
 * First phase of `aclnnInplaceRemainderTensorTensor`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `selfRef - other * floor(selfRef / other)` in place. It has the sign of `other`.
 */
aclnnStatus aclnnInplaceRemainderTensorTensorGetWorkspaceSize(aclTensor *selfRef,
                                                              const aclTensor *other,
                                                              uint64_t *workspaceSize,
                                                              aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceRemainderTensorTensor`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceRemainderTensorTensor(void *workspace,
                                              uint64_t workspaceSize,
                                              aclOpExecutor *executor,
                                              aclrtStream stream);

/**
 * First phase of `aclnnRemainderTensorScalar`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `self - other * floor(self / other)`, `other` a scalar. It has the sign of `other`.
 */
aclnnStatus aclnnRemainderTensorScalarGetWorkspaceSize(const aclTensor *self,
                                                       const aclScalar *other,
                                                       aclTensor *out,
                                                       uint64_t *workspaceSize,
                                                       aclOpExecutor **executor);

/**
 * Second phase of `aclnnRemainderTensorScalar`: queues the computation on `stream`.
 */
aclnnStatus aclnnRemainderTensorScalar(void *workspace,
                                       uint64_t workspaceSize,
                                       aclOpExecutor *executor,
                                       aclrtStream stream);

/**
 * First phase of `aclnnInplaceRemainderTensorScalar`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `selfRef - other * floor(selfRef / other)`, `other` a scalar, in place. It has the sign of `other`.
 */
aclnnStatus aclnnInplaceRemainderTensorScalarGetWorkspaceSize(aclTensor *selfRef,
                                                              const aclScalar *other,
                                                              uint64_t *workspaceSize,
                                                              aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceRemainderTensorScalar`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceRemainderTensorScalar(void *workspace,
                                              uint64_t workspaceSize,
                                              aclOpExecutor *executor,
                                              aclrtStream stream);

/**
 * First phase of `aclnnRemainderScalarTensor`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `self - other * floor(self / other)`, `self` a scalar. It has the sign of `other`. On chips other than Ascend950 it is computed in the
 * type of `out`.
 */
aclnnStatus aclnnRemainderScalarTensorGetWorkspaceSize(const aclScalar *self,
                                                       const aclTensor *other,
                                                       aclTensor *out,
                                                       uint64_t *workspaceSize,
                                                       aclOpExecutor **executor);

/**
 * Second phase of `aclnnRemainderScalarTensor`: queues the computation on `stream`.
 */
aclnnStatus aclnnRemainderScalarTensor(void *workspace,
                                       uint64_t workspaceSize,
                                       aclOpExecutor *executor,
                                       aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
