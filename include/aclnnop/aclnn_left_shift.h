/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnLeftShift`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Shifts each integer to the left by the element of `shiftBits`, broadcast, in the type that both promote to: 0 for a count that is negative, or
 * not below the number of bits.
 */
aclnnStatus aclnnLeftShiftGetWorkspaceSize(const aclTensor *self,
                                           const aclTensor *shiftBits,
                                           aclTensor *out,
                                           uint64_t *workspaceSize,
                                           aclOpExecutor **executor);

/**
 * Second phase of `aclnnLeftShift`: queues the computation on `stream`.
 */
aclnnStatus aclnnLeftShift(void *workspace,
                           uint64_t workspaceSize,
                           aclOpExecutor *executor,
                           aclrtStream stream);

/**
 * First phase of `aclnnLeftShifts`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Shifts each integer to the left by `shiftBits`, a scalar, in the type that both promote to: 0 for a count that is negative, or not below the number
 * of bits. An empty `self` succeeds before types meet.
 */
aclnnStatus aclnnLeftShiftsGetWorkspaceSize(const aclTensor *self,
                                            const aclScalar *shiftBits,
                                            aclTensor *out,
                                            uint64_t *workspaceSize,
                                            aclOpExecutor **executor);

/**
 * Second phase of `aclnnLeftShifts`: queues the computation on `stream`.
 */
aclnnStatus aclnnLeftShifts(void *workspace,
                            uint64_t workspaceSize,
                            aclOpExecutor *executor,
                            aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
