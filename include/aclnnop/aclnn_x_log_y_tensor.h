/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnXLogYTensor`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `self * ln(other)`, broadcast: NaN where `other` is, else 0 where `self` is 0.
 */
aclnnStatus aclnnXLogYTensorGetWorkspaceSize(const aclTensor *self,
                                             const aclTensor *other,
                                             aclTensor *out,
                                             uint64_t *workspaceSize,
                                             aclOpExecutor **executor);

/**
 * Second phase of `aclnnXLogYTensor`: queues the computation on `stream`.
 */
aclnnStatus aclnnXLogYTensor(void *workspace,
                             uint64_t workspaceSize,
                             aclOpExecutor *executor,
                             aclrtStream stream);

/**
 * First phase of `aclnnInplaceXLogYTensor`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `selfRef * ln(other)` in place: NaN where `other` is, else 0 where `selfRef` is 0.
 */
aclnnStatus aclnnInplaceXLogYTensorGetWorkspaceSize(aclTensor *selfRef,
                                                    const aclTensor *other,
                                                    uint64_t *workspaceSize,
                                                    aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceXLogYTensor`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceXLogYTensor(void *workspace,
                                    uint64_t workspaceSize,
                                    aclOpExecutor *executor,
                                    aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
