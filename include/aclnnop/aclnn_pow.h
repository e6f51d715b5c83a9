/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnPowTensorScalar`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `self` to the power of `exponent`, in the type that both give.
 */
aclnnStatus aclnnPowTensorScalarGetWorkspaceSize(const aclTensor *self,
                                                 const aclScalar *exponent,
                                                 const aclTensor *out,
                                                 uint64_t *workspaceSize,
                                                 aclOpExecutor **executor);

/**
 * Second phase of `aclnnPowTensorScalar`: queues the computation on `stream`.
 */
aclnnStatus aclnnPowTensorScalar(void *workspace,
                                 uint64_t workspaceSize,
                                 aclOpExecutor *executor,
                                 aclrtStream stream);

/**
 * First phase of `aclnnInplacePowTensorScalar`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `self` to the power of `exponent` in place, in the type that both give.
 */
aclnnStatus aclnnInplacePowTensorScalarGetWorkspaceSize(const aclTensor *self,
                                                        const aclScalar *exponent,
                                                        uint64_t *workspaceSize,
                                                        aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplacePowTensorScalar`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplacePowTensorScalar(void *workspace,
                                        uint64_t workspaceSize,
                                        aclOpExecutor *executor,
                                        aclrtStream stream);

/**
 * First phase of `aclnnPowScalarTensor`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `self` to the power of each element of `exponent`, in the type that both give.
 */
aclnnStatus aclnnPowScalarTensorGetWorkspaceSize(const aclScalar *self,
                                                 const aclTensor *exponent,
                                                 const aclTensor *out,
                                                 uint64_t *workspaceSize,
                                                 aclOpExecutor **executor);

/**
 * Second phase of `aclnnPowScalarTensor`: queues the computation on `stream`.
 */
aclnnStatus aclnnPowScalarTensor(void *workspace,
                                 uint64_t workspaceSize,
                                 aclOpExecutor *executor,
                                 aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
