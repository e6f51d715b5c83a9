/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnNorm`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the norm of order `pScalar` over `dim` (all axes if empty): for 0 the number of elements other than 0, for an infinite order the
 * largest or smallest magnitude, else the root of the sum of powers of the magnitudes. An empty `self` fills `out` with 0.
 */
aclnnStatus aclnnNormGetWorkspaceSize(const aclTensor *self,
                                      const aclScalar *pScalar,
                                      const aclIntArray *dim,
                                      bool keepdim,
                                      aclTensor *out,
                                      uint64_t *workspaceSize,
                                      aclOpExecutor **executor);

/**
 * Second phase of `aclnnNorm`: queues the computation on `stream`.
 */
aclnnStatus aclnnNorm(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
