/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnUpsampleNearest1dV2`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes rows of `outputSize`: each element is made of the element below its place. A scale above 0 says how many there are for each element; 0 or
 * less, the sizes say it.
 */
aclnnStatus aclnnUpsampleNearest1dV2GetWorkspaceSize(const aclTensor *self,
                                                     const aclIntArray *outputSize,
                                                     float scaleL,
                                                     aclTensor *out,
                                                     uint64_t *workspaceSize,
                                                     aclOpExecutor **executor);

/**
 * Second phase of `aclnnUpsampleNearest1dV2`: queues the computation on `stream`.
 */
aclnnStatus aclnnUpsampleNearest1dV2(void *workspace,
                                     uint64_t workspaceSize,
                                     aclOpExecutor *executor,
                                     aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
