/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnXLogYScalarOther`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `self * ln(other)`: NaN where `other` is, else 0 where `self` is 0.
 */
aclnnStatus aclnnXLogYScalarOtherGetWorkspaceSize(const aclTensor *self,
                                                  const aclScalar *other,
                                                  aclTensor *out,
                                                  uint64_t *workspaceSize,
                                                  aclOpExecutor **executor);

/**
 * Second phase of `aclnnXLogYScalarOther`: queues the computation on `stream`.
 */
aclnnStatus aclnnXLogYScalarOther(void *workspace,
                                  uint64_t workspaceSize,
                                  aclOpExecutor *executor,
                                  aclrtStream stream);

/**
 * First phase of `aclnnInplaceXLogYScalarOther`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `selfRef * ln(other)` in place: NaN where `other` is, else 0 where `selfRef` is 0.
 */
aclnnStatus aclnnInplaceXLogYScalarOtherGetWorkspaceSize(aclTensor *selfRef,
                                                         const aclScalar *other,
                                                         uint64_t *workspaceSize,
                                                         aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceXLogYScalarOther`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceXLogYScalarOther(void *workspace,
                                         uint64_t workspaceSize,
                                         aclOpExecutor *executor,
                                         aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
