/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnVar`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the variance over `dim` (all axes if null or empty), divided by the number of elements, or by one less if `unbiased` is true. Too few
 * elements give NaN, or infinity where they differ.
 */
aclnnStatus aclnnVarGetWorkspaceSize(const aclTensor *self,
                                     const aclIntArray *dim,
                                     bool unbiased,
                                     bool keepdim,
                                     aclTensor *out,
                                     uint64_t *workspaceSize,
                                     aclOpExecutor **executor);

/**
 * Second phase of `aclnnVar`: queues the computation on `stream`.
 */
aclnnStatus aclnnVar(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

/**
 * First phase of `aclnnVarCorrection`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the variance over `dim` (all axes if null or empty), divided by the number of elements less `correction`. A single element gives NaN
 * if `correction` is 1 or more, too few give infinity if it is 2 or more.
 */
aclnnStatus aclnnVarCorrectionGetWorkspaceSize(const aclTensor *self,
                                               const aclIntArray *dim,
                                               int64_t correction,
                                               bool keepdim,
                                               aclTensor *out,
                                               uint64_t *workspaceSize,
                                               aclOpExecutor **executor);

/**
 * Second phase of `aclnnVarCorrection`: queues the computation on `stream`.
 */
aclnnStatus aclnnVarCorrection(void *workspace,
                               uint64_t workspaceSize,
                               aclOpExecutor *executor,
                               aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
