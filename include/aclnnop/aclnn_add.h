/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnAdd`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `self + alpha * other`, broadcast, in the type that both promote to.
 */
aclnnStatus aclnnAddGetWorkspaceSize(const aclTensor *self,
                                     const aclTensor *other,
                                     const aclScalar *alpha,
                                     aclTensor *out,
                                     uint64_t *workspaceSize,
                                     aclOpExecutor **executor);

/**
 * Second phase of `aclnnAdd`: queues the computation on `stream`.
 */
aclnnStatus aclnnAdd(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

/**
 * First phase of `aclnnInplaceAdd`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `selfRef + alpha * other` in place, in the type that both promote to.
 */
aclnnStatus aclnnInplaceAddGetWorkspaceSize(const aclTensor *selfRef,
                                            const aclTensor *other,
                                            const aclScalar *alpha,
                                            uint64_t *workspaceSize,
                                            aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceAdd`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceAdd(void *workspace,
                            uint64_t workspaceSize,
                            aclOpExecutor *executor,
                            aclrtStream stream);

/**
 * First phase of `aclnnAdds`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `self + alpha * other`, a scalar, in the type that both give.
 */
aclnnStatus aclnnAddsGetWorkspaceSize(const aclTensor *self,
                                      const aclScalar *other,
                                      const aclScalar *alpha,
                                      aclTensor *out,
                                      uint64_t *workspaceSize,
                                      aclOpExecutor **executor);

/**
 * Second phase of `aclnnAdds`: queues the computation on `stream`.
 */
aclnnStatus aclnnAdds(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

/**
 * First phase of `aclnnInplaceAdds`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `selfRef + alpha * other`, a scalar, in place.
 */
aclnnStatus aclnnInplaceAddsGetWorkspaceSize(const aclTensor *selfRef,
                                             const aclScalar *other,
                                             const aclScalar *alpha,
                                             uint64_t *workspaceSize,
                                             aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceAdds`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceAdds(void *workspace,
                             uint64_t workspaceSize,
                             aclOpExecutor *executor,
                             aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
