/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnMaxUnpool2d`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes zeros, and each element of `self` at its index in a plane of `outputSize` elements; of several with one index the last. An index that the plane
 * does not have is an error of the stream.
 */
aclnnStatus aclnnMaxUnpool2dGetWorkspaceSize(const aclTensor *self,
                                             const aclTensor *indices,
                                             const aclIntArray *outputSize,
                                             aclTensor *out,
                                             uint64_t *workspaceSize,
                                             aclOpExecutor **executor);

/**
 * Second phase of `aclnnMaxUnpool2d`: queues the computation on `stream`.
 */
aclnnStatus aclnnMaxUnpool2d(void *workspace,
                             uint64_t workspaceSize,
                             aclOpExecutor *executor,
                             aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
