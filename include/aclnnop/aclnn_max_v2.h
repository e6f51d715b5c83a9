/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnMaxV2`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the largest element over `dims`. NaN wins. No axes are all axes or, if `noopWithEmptyDims` is true, none: then `self` is copied.
 */
aclnnStatus aclnnMaxV2GetWorkspaceSize(const aclTensor *self,
                                       const aclIntArray *dims,
                                       bool keepDims,
                                       bool noopWithEmptyDims,
                                       aclTensor *out,
                                       uint64_t *workspaceSize,
                                       aclOpExecutor **executor);

/**
 * Second phase of `aclnnMaxV2`: queues the computation on `stream`.
 */
aclnnStatus aclnnMaxV2(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
