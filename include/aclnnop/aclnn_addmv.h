/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnAddmv`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `beta * self + alpha * mat @ vec`, `self` broadcast, in the type in which all meet. Integers wrap; of BOOL, whether any pair is true. With a `beta`
 * of 0 `self` is not read, with an `alpha` of 0 the others are not.
 */
aclnnStatus aclnnAddmvGetWorkspaceSize(const aclTensor *self,
                                       const aclTensor *mat,
                                       const aclTensor *vec,
                                       const aclScalar *alpha,
                                       const aclScalar *beta,
                                       aclTensor *out,
                                       int8_t cubeMathType,
                                       uint64_t *workspaceSize,
                                       aclOpExecutor **executor);

/**
 * Second phase of `aclnnAddmv`: queues the computation on `stream`.
 */
aclnnStatus aclnnAddmv(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
