/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnPowTensorTensor`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `self` to the power of `exponent`, broadcast, in the type that both promote to.
 */
aclnnStatus aclnnPowTensorTensorGetWorkspaceSize(const aclTensor *self,
                                                 const aclTensor *exponent,
                                                 aclTensor *out,
                                                 uint64_t *workspaceSize,
                                                 aclOpExecutor **executor);

/**
 * Second phase of `aclnnPowTensorTensor`: queues the computation on `stream`.
 */
aclnnStatus aclnnPowTensorTensor(void *workspace,
                                 uint64_t workspaceSize,
                                 aclOpExecutor *executor,
                                 aclrtStream stream);

/**
 * First phase of `aclnnInplacePowTensorTensor`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `self` to the power of `exponent` in place, in the type that both promote to.
 */
aclnnStatus aclnnInplacePowTensorTensorGetWorkspaceSize(const aclTensor *self,
                                                        const aclTensor *exponent,
                                                        uint64_t *workspaceSize,
                                                        aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplacePowTensorTensor`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplacePowTensorTensor(void *workspace,
                                        uint64_t workspaceSize,
                                        aclOpExecutor *executor,
                                        aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
