/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnReduceSum`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the sum over `dims` (all axes if empty) of the elements, converted to `dtype`, which `out` has. Floating-point sums are rounded once,
 * integers wrap, BOOL is whether some element is true. An empty `self` fills `out` with 0.
 */
aclnnStatus aclnnReduceSumGetWorkspaceSize(const aclTensor *self,
                                           const aclIntArray *dims,
                                           bool keepDims,
                                           aclDataType dtype,
                                           aclTensor *out,
                                           uint64_t *workspaceSize,
                                           aclOpExecutor **executor);

/**
 * Second phase of `aclnnReduceSum`: queues the computation on `stream`.
 */
aclnnStatus aclnnReduceSum(void *workspace,
                           uint64_t workspaceSize,
                           aclOpExecutor *executor,
                           aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
