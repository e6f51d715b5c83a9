/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnBitwiseOrTensor`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the bits that one has, of integers and BOOL, broadcast, in the type that both promote to.
 */
aclnnStatus aclnnBitwiseOrTensorGetWorkspaceSize(const aclTensor *self,
                                                 const aclTensor *other,
                                                 aclTensor *out,
                                                 uint64_t *workspaceSize,
                                                 aclOpExecutor **executor);

/**
 * Second phase of `aclnnBitwiseOrTensor`: queues the computation on `stream`.
 */
aclnnStatus aclnnBitwiseOrTensor(void *workspace,
                                 uint64_t workspaceSize,
                                 aclOpExecutor *executor,
                                 aclrtStream stream);

/**
 * First phase of `aclnnInplaceBitwiseOrTensor`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the bits that one has, of integers and BOOL, in place.
 */
aclnnStatus aclnnInplaceBitwiseOrTensorGetWorkspaceSize(aclTensor *selfRef,
                                                        const aclTensor *other,
                                                        uint64_t *workspaceSize,
                                                        aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceBitwiseOrTensor`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceBitwiseOrTensor(void *workspace,
                                        uint64_t workspaceSize,
                                        aclOpExecutor *executor,
                                        aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
