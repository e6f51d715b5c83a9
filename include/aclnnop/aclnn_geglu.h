/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnGeGlu`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `a gelu(b)` of the halves of `self` along `dim`, and `gelu(b)`, by the hyperbolic tangent if `approximate` is 1. All have one type.
 */
aclnnStatus aclnnGeGluGetWorkspaceSize(const aclTensor *self,
                                       int64_t dim,
                                       int64_t approximate,
                                       aclTensor *out,
                                       aclTensor *outGelu,
                                       uint64_t *workspaceSize,
                                       aclOpExecutor **executor);

/**
 * Second phase of `aclnnGeGlu`: queues the computation on `stream`.
 */
aclnnStatus aclnnGeGlu(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

/**
 * First phase of `aclnnGeGluV3`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes what `aclnnGeGlu` does, or `gelu(a) b` and `gelu(a)` if `activateLeft` is true.
 */
aclnnStatus aclnnGeGluV3GetWorkspaceSize(const aclTensor *self,
                                         int64_t dim,
                                         int64_t approximate,
                                         bool activateLeft,
                                         aclTensor *out,
                                         aclTensor *outGelu,
                                         uint64_t *workspaceSize,
                                         aclOpExecutor **executor);

/**
 * Second phase of `aclnnGeGluV3`: queues the computation on `stream`.
 */
aclnnStatus aclnnGeGluV3(void *workspace,
                         uint64_t workspaceSize,
                         aclOpExecutor *executor,
                         aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
