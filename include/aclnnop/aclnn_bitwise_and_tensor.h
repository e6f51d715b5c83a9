/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnBitwiseAndTensor`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the bits that both have, of integers and BOOL, broadcast, in the type that both promote to.
 */
aclnnStatus aclnnBitwiseAndTensorGetWorkspaceSize(const aclTensor *self,
                                                  const aclTensor *other,
                                                  aclTensor *out,
                                                  uint64_t *workspaceSize,
                                                  aclOpExecutor **executor);

/**
 * Second phase of `aclnnBitwiseAndTensor`: queues the computation on `stream`.
 */
aclnnStatus aclnnBitwiseAndTensor(void *workspace,
                                  uint64_t workspaceSize,
                                  aclOpExecutor *executor,
                                  aclrtStream stream);

/**
 * First phase of `aclnnInplaceBitwiseAndTensor`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the bits that both have, of integers and BOOL, in place.
 */
aclnnStatus aclnnInplaceBitwiseAndTensorGetWorkspaceSize(const aclTensor *selfRef,
                                                         const aclTensor *other,
                                                         uint64_t *workspaceSize,
                                                         aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceBitwiseAndTensor`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceBitwiseAndTensor(void *workspace,
                                         uint64_t workspaceSize,
                                         aclOpExecutor *executor,
                                         aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
