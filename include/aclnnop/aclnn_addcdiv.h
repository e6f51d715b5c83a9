/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnAddcdiv`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `self + value * (tensor1 / tensor2)`, broadcast, in the type that all promote to, rounded once.
 */
aclnnStatus aclnnAddcdivGetWorkspaceSize(const aclTensor *self,
                                         const aclTensor *tensor1,
                                         const aclTensor *tensor2,
                                         const aclScalar *value,
                                         const aclTensor *out,
                                         uint64_t *workspaceSize,
                                         aclOpExecutor **executor);

/**
 * Second phase of `aclnnAddcdiv`: queues the computation on `stream`.
 */
aclnnStatus aclnnAddcdiv(void *workspace,
                         uint64_t workspaceSize,
                         aclOpExecutor *executor,
                         aclrtStream stream);

/**
 * First phase of `aclnnInplaceAddcdiv`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `selfRef + value * (tensor1 / tensor2)` in place, in the type that all promote to, rounded once.
 */
aclnnStatus aclnnInplaceAddcdivGetWorkspaceSize(const aclTensor *selfRef,
                                                const aclTensor *tensor1,
                                                const aclTensor *tensor2,
                                                const aclScalar *value,
                                                uint64_t *workspaceSize,
                                                aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceAddcdiv`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceAddcdiv(void *workspace,
                                uint64_t workspaceSize,
                                aclOpExecutor *executor,
                                aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
