/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnFmodScalar`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes what is left of `self` after whole multiples of `other`. It has the sign of `self`.
 */
aclnnStatus aclnnFmodScalarGetWorkspaceSize(const aclTensor *self,
                                            const aclScalar *other,
                                            aclTensor *out,
                                            uint64_t *workspaceSize,
                                            aclOpExecutor **executor);

/**
 * Second phase of `aclnnFmodScalar`: queues the computation on `stream`.
 */
aclnnStatus aclnnFmodScalar(void *workspace,
                            uint64_t workspaceSize,
                            aclOpExecutor *executor,
                            aclrtStream stream);

/**
 * First phase of `aclnnInplaceFmodScalar`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes what is left of `selfRef` after whole multiples of `other`, in place. It has the sign of `selfRef`.
 */
aclnnStatus aclnnInplaceFmodScalarGetWorkspaceSize(aclTensor *selfRef,
                                                   const aclScalar *other,
                                                   uint64_t *workspaceSize,
                                                   aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceFmodScalar`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceFmodScalar(void *workspace,
                                   uint64_t workspaceSize,
                                   aclOpExecutor *executor,
                                   aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
