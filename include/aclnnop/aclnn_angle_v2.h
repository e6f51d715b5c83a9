/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnAngleV2`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the angle of each element: of real ones 0 or, below 0, pi. Results are real; those of integers FLOAT. Not on Ascend310P.
 */
aclnnStatus aclnnAngleV2GetWorkspaceSize(const aclTensor *x,
                                         const aclTensor *out,
                                         uint64_t *workspaceSize,
                                         aclOpExecutor **executor);

/**
 * Second phase of `aclnnAngleV2`: queues the computation on `stream`.
 */
aclnnStatus aclnnAngleV2(void *workspace,
                         uint64_t workspaceSize,
                         aclOpExecutor *executor,
                         aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
