/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnUniqueDim`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes each slice of `self` along `dim` once, in the order of their elements whatever `sorted` says, NaN last; how often each occurs; and with
 * `returnInverse` for each slice its number. A slice with a NaN equals none. `valueOut` and `countsOut` are dense and have room for all; the call gives them
 * their shapes.
 */
aclnnStatus aclnnUniqueDimGetWorkspaceSize(const aclTensor *self,
                                           bool sorted,
                                           bool returnInverse,
                                           int64_t dim,
                                           aclTensor *valueOut,
                                           aclTensor *inverseOut,
                                           aclTensor *countsOut,
                                           uint64_t *workspaceSize,
                                           aclOpExecutor **executor);

/**
 * Second phase of `aclnnUniqueDim`: queues the computation on `stream`.
 */
aclnnStatus aclnnUniqueDim(void *workspace,
                           uint64_t workspaceSize,
                           aclOpExecutor *executor,
                           aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
