/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnAddV3`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `self + alpha * other`, `self` a scalar, in the type that both give.
 */
aclnnStatus aclnnAddV3GetWorkspaceSize(const aclScalar *self,
                                       const aclTensor *other,
                                       const aclScalar *alpha,
                                       aclTensor *out,
                                       uint64_t *workspaceSize,
                                       aclOpExecutor **executor);

/**
 * Second phase of `aclnnAddV3`: queues the computation on `stream`.
 */
aclnnStatus aclnnAddV3(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

/**
 * First phase of `aclnnInplaceAddV3`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `selfRef + alpha * other`, `selfRef` a scalar, into `other`.
 */
aclnnStatus aclnnInplaceAddV3GetWorkspaceSize(const aclScalar *selfRef,
                                              const aclTensor *other,
                                              const aclScalar *alpha,
                                              uint64_t *workspaceSize,
                                              aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceAddV3`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceAddV3(void *workspace,
                              uint64_t workspaceSize,
                              aclOpExecutor *executor,
                              aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
