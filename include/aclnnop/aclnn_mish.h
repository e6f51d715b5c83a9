/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnMish`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `x tanh(ln(1 + e^x))` of each element.
 */
aclnnStatus aclnnMishGetWorkspaceSize(const aclTensor *self,
                                      aclTensor *out,
                                      uint64_t *workspaceSize,
                                      aclOpExecutor **executor);

/**
 * Second phase of `aclnnMish`: queues the computation on `stream`.
 */
aclnnStatus aclnnMish(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

/**
 * First phase of `aclnnInplaceMish`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `x tanh(ln(1 + e^x))` of each element, in place.
 */
aclnnStatus aclnnInplaceMishGetWorkspaceSize(aclTensor *selfRef,
                                             uint64_t *workspaceSize,
                                             aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceMish`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceMish(void *workspace,
                             uint64_t workspaceSize,
                             aclOpExecutor *executor,
                             aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
