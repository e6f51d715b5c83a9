/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnLeTensor`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes whether elements of `self` are below those of `other`, or equal, broadcast: 1 or 0 in the type of `out`.
 */
aclnnStatus aclnnLeTensorGetWorkspaceSize(const aclTensor *self,
                                          const aclTensor *other,
                                          aclTensor *out,
                                          uint64_t *workspaceSize,
                                          aclOpExecutor **executor);

/**
 * Second phase of `aclnnLeTensor`: queues the computation on `stream`.
 */
aclnnStatus aclnnLeTensor(void *workspace,
                          uint64_t workspaceSize,
                          aclOpExecutor *executor,
                          aclrtStream stream);

/**
 * First phase of `aclnnInplaceLeTensor`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes whether elements of `selfRef` are below those of `other`, or equal, broadcast, in place: 1 or 0 in the type of `selfRef`.
 */
aclnnStatus aclnnInplaceLeTensorGetWorkspaceSize(aclTensor *selfRef,
                                                 const aclTensor *other,
                                                 uint64_t *workspaceSize,
                                                 aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceLeTensor`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceLeTensor(void *workspace,
                                 uint64_t workspaceSize,
                                 aclOpExecutor *executor,
                                 aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
