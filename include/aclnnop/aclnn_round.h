/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnRound`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the nearest integer of each element, of two the even one. `out` has the type of `self`; integers are copied.
 */
aclnnStatus aclnnRoundGetWorkspaceSize(const aclTensor *self,
                                       aclTensor *out,
                                       uint64_t *workspaceSize,
                                       aclOpExecutor **executor);

/**
 * Second phase of `aclnnRound`: queues the computation on `stream`.
 */
aclnnStatus aclnnRound(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

/**
 * First phase of `aclnnInplaceRound`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the nearest integer of each element, of two the even one, in place; integers stay.
 */
aclnnStatus aclnnInplaceRoundGetWorkspaceSize(const aclTensor *selfRef,
                                              uint64_t *workspaceSize,
                                              aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceRound`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceRound(void *workspace,
                              uint64_t workspaceSize,
                              aclOpExecutor *executor,
                              aclrtStream stream);

/**
 * First phase of `aclnnRoundDecimals`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Rounds each element to `decimals` digits behind the point, or with `decimals` below 0 to a multiple of a power of ten, of two the even one. `out`
 * has the type of `self`.
 */
aclnnStatus aclnnRoundDecimalsGetWorkspaceSize(const aclTensor *self,
                                               int64_t decimals,
                                               aclTensor *out,
                                               uint64_t *workspaceSize,
                                               aclOpExecutor **executor);

/**
 * Second phase of `aclnnRoundDecimals`: queues the computation on `stream`.
 */
aclnnStatus aclnnRoundDecimals(void *workspace,
                               uint64_t workspaceSize,
                               aclOpExecutor *executor,
                               aclrtStream stream);

/**
 * First phase of `aclnnInplaceRoundDecimals`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Rounds each element to `decimals` digits behind the point, or with `decimals` below 0 to a multiple of a power of ten, in place.
 */
aclnnStatus aclnnInplaceRoundDecimalsGetWorkspaceSize(aclTensor *selfRef,
                                                      int64_t decimals,
                                                      uint64_t *workspaceSize,
                                                      aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceRoundDecimals`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceRoundDecimals(void *workspace,
                                      uint64_t workspaceSize,
                                      aclOpExecutor *executor,
                                      aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
