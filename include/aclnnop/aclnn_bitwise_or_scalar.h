/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnBitwiseOrScalar`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the bits that one has, of integers and BOOL: on Ascend950 in the type of `self`, unless that is BOOL.
 */
aclnnStatus aclnnBitwiseOrScalarGetWorkspaceSize(const aclTensor *self,
                                                 const aclScalar *other,
                                                 aclTensor *out,
                                                 uint64_t *workspaceSize,
                                                 aclOpExecutor **executor);

/**
 * Second phase of `aclnnBitwiseOrScalar`: queues the computation on `stream`.
 */
aclnnStatus aclnnBitwiseOrScalar(void *workspace,
                                 uint64_t workspaceSize,
                                 aclOpExecutor *executor,
                                 aclrtStream stream);

/**
 * First phase of `aclnnInplaceBitwiseOrScalar`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the bits that one has, of integers and BOOL, in place.
 */
aclnnStatus aclnnInplaceBitwiseOrScalarGetWorkspaceSize(aclTensor *selfRef,
                                                        const aclScalar *other,
                                                        uint64_t *workspaceSize,
                                                        aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceBitwiseOrScalar`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceBitwiseOrScalar(void *workspace,
                                        uint64_t workspaceSize,
                                        aclOpExecutor *executor,
                                        aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
