/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnAddRelu`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `max(self + alpha * other, 0)`, broadcast, in the type that both promote to, rounded once. NaN stays.
 */
aclnnStatus aclnnAddReluGetWorkspaceSize(const aclTensor *self,
                                         const aclTensor *other,
                                         aclScalar *alpha,
                                         aclTensor *out,
                                         uint64_t *workspaceSize,
                                         aclOpExecutor **executor);

/**
 * Second phase of `aclnnAddRelu`: queues the computation on `stream`.
 */
aclnnStatus aclnnAddRelu(void *workspace,
                         uint64_t workspaceSize,
                         aclOpExecutor *executor,
                         aclrtStream stream);

/**
 * First phase of `aclnnInplaceAddRelu`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `max(selfRef + alpha * other, 0)` in place, in the type that both promote to, rounded once. NaN stays.
 */
aclnnStatus aclnnInplaceAddReluGetWorkspaceSize(aclTensor *selfRef,
                                                const aclTensor *other,
                                                aclScalar *alpha,
                                                uint64_t *workspaceSize,
                                                aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceAddRelu`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceAddRelu(void *workspace,
                                uint64_t workspaceSize,
                                aclOpExecutor *executor,
                                aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
