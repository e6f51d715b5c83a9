/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnLinalgVectorNorm`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the norm of order `ord` over `dims` (all axes if empty), as aclnnNorm does, in `dtype`, which `out` has. An empty `self` or `out` is
 * filled with 0.
 */
aclnnStatus aclnnLinalgVectorNormGetWorkspaceSize(const aclTensor *self,
                                                  const aclScalar *ord,
                                                  const aclIntArray *dims,
                                                  bool keepDims,
                                                  aclDataType dtype,
                                                  aclTensor *out,
                                                  uint64_t *workspaceSize,
                                                  aclOpExecutor **executor);

/**
 * Second phase of `aclnnLinalgVectorNorm`: queues the computation on `stream`.
 */
aclnnStatus aclnnLinalgVectorNorm(void *workspace,
                                  uint64_t workspaceSize,
                                  aclOpExecutor *executor,
                                  aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
