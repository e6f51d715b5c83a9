/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnFloorDivide`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the largest integer not above `self / other`, broadcast, in the type that both promote to.
 */
aclnnStatus aclnnFloorDivideGetWorkspaceSize(const aclTensor *self,
                                             const aclTensor *other,
                                             aclTensor *out,
                                             uint64_t *workspaceSize,
                                             aclOpExecutor **executor);

/**
 * Second phase of `aclnnFloorDivide`: queues the computation on `stream`.
 */
aclnnStatus aclnnFloorDivide(void *workspace,
                             uint64_t workspaceSize,
                             aclOpExecutor *executor,
                             aclrtStream stream);

/**
 * First phase of `aclnnInplaceFloorDivide`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the largest integer not above `selfRef / other` in place, in the type that both promote to.
 */
aclnnStatus aclnnInplaceFloorDivideGetWorkspaceSize(aclTensor *selfRef,
                                                    const aclTensor *other,
                                                    uint64_t *workspaceSize,
                                                    aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceFloorDivide`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceFloorDivide(void *workspace,
                                    uint64_t workspaceSize,
                                    aclOpExecutor *executor,
                                    aclrtStream stream);

/**
 * First phase of `aclnnFloorDivides`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the largest integer not above `self / other`, a scalar.
 */
aclnnStatus aclnnFloorDividesGetWorkspaceSize(const aclTensor *self,
                                              const aclScalar *other,
                                              aclTensor *out,
                                              uint64_t *workspaceSize,
                                              aclOpExecutor **executor);

/**
 * Second phase of `aclnnFloorDivides`: queues the computation on `stream`.
 */
aclnnStatus aclnnFloorDivides(void *workspace,
                              uint64_t workspaceSize,
                              aclOpExecutor *executor,
                              aclrtStream stream);

/**
 * First phase of `aclnnInplaceFloorDivides`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the largest integer not above `selfRef / other`, a scalar, in place.
 */
aclnnStatus aclnnInplaceFloorDividesGetWorkspaceSize(aclTensor *selfRef,
                                                     const aclScalar *other,
                                                     uint64_t *workspaceSize,
                                                     aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceFloorDivides`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceFloorDivides(void *workspace,
                                     uint64_t workspaceSize,
                                     aclOpExecutor *executor,
                                     aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
