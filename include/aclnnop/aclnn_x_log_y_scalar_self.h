/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnXLogYScalarSelf`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `self * ln(other)`: NaN where `other` is, else 0 where `self` is 0.
 */
aclnnStatus aclnnXLogYScalarSelfGetWorkspaceSize(const aclScalar *self,
                                                 const aclTensor *other,
                                                 aclTensor *out,
                                                 uint64_t *workspaceSize,
                                                 aclOpExecutor **executor);

/**
 * Second phase of `aclnnXLogYScalarSelf`: queues the computation on `stream`.
 */
aclnnStatus aclnnXLogYScalarSelf(void *workspace,
                                 uint64_t workspaceSize,
                                 aclOpExecutor *executor,
                                 aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
