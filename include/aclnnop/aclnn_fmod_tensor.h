/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnFmodTensor`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes what is left of `self` after whole multiples of `other`, broadcast. It has the sign of `self`.
 */
aclnnStatus aclnnFmodTensorGetWorkspaceSize(const aclTensor *self,
                                            const aclTensor *other,
                                            aclTensor *out,
                                            uint64_t *workspaceSize,
                                            aclOpExecutor **executor);

/**
 * Second phase of `aclnnFmodTensor`: queues the computation on `stream`.
 */
aclnnStatus aclnnFmodTensor(void *workspace,
                            uint64_t workspaceSize,
                            aclOpExecutor *executor,
                            aclrtStream stream);

/**
 * First phase of `aclnnInplaceFmodTensor`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes what is left of `selfRef` after whole multiples of `other`, in place. It has the sign of `selfRef`.
 */
aclnnStatus aclnnInplaceFmodTensorGetWorkspaceSize(aclTensor *selfRef,
                                                   const aclTensor *other,
                                                   uint64_t *workspaceSize,
                                                   aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceFmodTensor`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceFmodTensor(void *workspace,
                                   uint64_t workspaceSize,
                                   aclOpExecutor *executor,
                                   aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
