/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnSub`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `self - alpha * other`, broadcast, in the type that both promote to.
 */
aclnnStatus aclnnSubGetWorkspaceSize(const aclTensor *self,
                                     const aclTensor *other,
                                     const aclScalar *alpha,
                                     aclTensor *out,
                                     uint64_t *workspaceSize,
                                     aclOpExecutor **executor);

/**
 * Second phase of `aclnnSub`: queues the computation on `stream`.
 */
aclnnStatus aclnnSub(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

/**
 * First phase of `aclnnInplaceSub`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `selfRef - alpha * other` in place, in the type that both promote to.
 */
aclnnStatus aclnnInplaceSubGetWorkspaceSize(aclTensor *selfRef,
                                            const aclTensor *other,
                                            const aclScalar *alpha,
                                            uint64_t *workspaceSize,
                                            aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceSub`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceSub(void *workspace,
                            uint64_t workspaceSize,
                            aclOpExecutor *executor,
                            aclrtStream stream);

/**
 * First phase of `aclnnSubs`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `self - alpha * other`, a scalar, in the type that both give.
 */
aclnnStatus aclnnSubsGetWorkspaceSize(const aclTensor *self,
                                      const aclScalar *other,
                                      const aclScalar *alpha,
                                      aclTensor *out,
                                      uint64_t *workspaceSize,
                                      aclOpExecutor **executor);

/**
 * Second phase of `aclnnSubs`: queues the computation on `stream`.
 */
aclnnStatus aclnnSubs(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

/**
 * First phase of `aclnnInplaceSubs`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `selfRef - alpha * other`, a scalar, in place.
 */
aclnnStatus aclnnInplaceSubsGetWorkspaceSize(aclTensor *selfRef,
                                             const aclScalar *other,
                                             const aclScalar *alpha,
                                             uint64_t *workspaceSize,
                                             aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceSubs`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceSubs(void *workspace,
                             uint64_t workspaceSize,
                             aclOpExecutor *executor,
                             aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
