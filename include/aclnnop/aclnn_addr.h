/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnAddr`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `beta * self + alpha * vec1 @ vec2^T`, `self` broadcast, in the type in which all meet. Factors that are null are 1. Integers wrap; of BOOL, products
 * are whether both are true and sums whether one is. With a `beta` of 0 `self` is not read; an `alpha`
 * of 0 multiplies what the vectors hold, NaN too.
 */
aclnnStatus aclnnAddrGetWorkspaceSize(const aclTensor *self,
                                      const aclTensor *vec1,
                                      const aclTensor *vec2,
                                      const aclScalar *betaOptional,
                                      const aclScalar *alphaOptional,
                                      aclTensor *out,
                                      uint64_t *workspaceSize,
                                      aclOpExecutor **executor);

/**
 * Second phase of `aclnnAddr`: queues the computation on `stream`.
 */
aclnnStatus aclnnAddr(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

/**
 * First phase of `aclnnInplaceAddr`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `beta * selfRef + alpha * vec1 @ vec2^T` in place.
 */
aclnnStatus aclnnInplaceAddrGetWorkspaceSize(aclTensor *selfRef,
                                             const aclTensor *vec1,
                                             const aclTensor *vec2,
                                             const aclScalar *betaOptional,
                                             const aclScalar *alphaOptional,
                                             uint64_t *workspaceSize,
                                             aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceAddr`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceAddr(void *workspace,
                             uint64_t workspaceSize,
                             aclOpExecutor *executor,
                             aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
