/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnReduceLogSum`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the natural logarithm of the sum over `axes`. No axes are all axes or, if `noopWithEmptyAxes` is true, none: then `data` is copied, and
 * no logarithm is taken. An empty `data` fills `reduce` with 0.
 */
aclnnStatus aclnnReduceLogSumGetWorkspaceSize(const aclTensor *data,
                                              const aclIntArray *axes,
                                              bool keepDims,
                                              bool noopWithEmptyAxes,
                                              aclTensor *reduce,
                                              uint64_t *workspaceSize,
                                              aclOpExecutor **executor);

/**
 * Second phase of `aclnnReduceLogSum`: queues the computation on `stream`.
 */
aclnnStatus aclnnReduceLogSum(void *workspace,
                              uint64_t workspaceSize,
                              aclOpExecutor *executor,
                              aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
