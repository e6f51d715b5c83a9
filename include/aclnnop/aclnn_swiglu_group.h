/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnSwigluGroup`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `a b w / (1 + e^-a)` of the halves of `x` along the last dimension, w the number of the row in `weightOptional`, or 1; the halves first brought to at most `clampLimit` and between
 * `-clampLimit` and `clampLimit`, unless it is -1. Only as many of the first rows as the elements of `groupIndexOptional` add up to are written.
 */
aclnnStatus aclnnSwigluGroupGetWorkspaceSize(const aclTensor *x,
                                             const aclTensor *weightOptional,
                                             const aclTensor *groupIndexOptional,
                                             double clampLimit,
                                             const aclTensor *out,
                                             uint64_t *workspaceSize,
                                             aclOpExecutor **executor);

/**
 * Second phase of `aclnnSwigluGroup`: queues the computation on `stream`.
 */
aclnnStatus aclnnSwigluGroup(void *workspace,
                             uint64_t workspaceSize,
                             aclOpExecutor *executor,
                             aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
