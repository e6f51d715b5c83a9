/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnMaxUnpool3d`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes zeros, and each element of `self` at its index in a volume of `outputSize` elements; of several with one index the last. `stride` and `padding` are only
 * checked. An index that the volume does not have is an error of the stream.
 */
aclnnStatus aclnnMaxUnpool3dGetWorkspaceSize(const aclTensor *self,
                                             const aclTensor *indices,
                                             const aclIntArray *outputSize,
                                             const aclIntArray *stride,
                                             const aclIntArray *padding,
                                             aclTensor *outRef,
                                             uint64_t *workspaceSize,
                                             aclOpExecutor **executor);

/**
 * Second phase of `aclnnMaxUnpool3d`: queues the computation on `stream`.
 */
aclnnStatus aclnnMaxUnpool3d(void *workspace,
                             uint64_t workspaceSize,
                             aclOpExecutor *executor,
                             aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
