/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnSoftplus`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `ln(1 + e^(beta x)) / beta` of each element, or the element where `beta x` is above `threshold`. `out` has any type that the result can be cast to.
 */
aclnnStatus aclnnSoftplusGetWorkspaceSize(const aclTensor *self,
                                          const aclScalar *beta,
                                          const aclScalar *threshold,
                                          aclTensor *out,
                                          uint64_t *workspaceSize,
                                          aclOpExecutor **executor);

/**
 * Second phase of `aclnnSoftplus`: queues the computation on `stream`.
 */
aclnnStatus aclnnSoftplus(void *workspace,
                          uint64_t workspaceSize,
                          aclOpExecutor *executor,
                          aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
