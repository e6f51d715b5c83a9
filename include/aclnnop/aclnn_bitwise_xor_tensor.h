/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnBitwiseXorTensor`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the bits that exactly one has, of integers and BOOL, broadcast, in the type that both promote to.
 */
aclnnStatus aclnnBitwiseXorTensorGetWorkspaceSize(const aclTensor *self,
                                                  const aclTensor *other,
                                                  aclTensor *out,
                                                  uint64_t *workspaceSize,
                                                  aclOpExecutor **executor);

/**
 * Second phase of `aclnnBitwiseXorTensor`: queues the computation on `stream`.
 */
aclnnStatus aclnnBitwiseXorTensor(void *workspace,
                                  uint64_t workspaceSize,
                                  aclOpExecutor *executor,
                                  aclrtStream stream);

/**
 * First phase of `aclnnInplaceBitwiseXorTensor`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the bits that exactly one has, of integers and BOOL, in place.
 */
aclnnStatus aclnnInplaceBitwiseXorTensorGetWorkspaceSize(aclTensor *selfRef,
                                                         const aclTensor *other,
                                                         uint64_t *workspaceSize,
                                                         aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceBitwiseXorTensor`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceBitwiseXorTensor(void *workspace,
                                         uint64_t workspaceSize,
                                         aclOpExecutor *executor,
                                         aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
