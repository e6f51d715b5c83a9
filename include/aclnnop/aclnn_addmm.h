/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnAddmm`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `beta * self + alpha * mat1 @ mat2`, `self` broadcast. With a `beta` of 0 `self` is not read, with an `alpha` of 0 the matrices are not. `mat2` may be stored in
 * FRACTAL_NZ.
 */
aclnnStatus aclnnAddmmGetWorkspaceSize(const aclTensor *self,
                                       const aclTensor *mat1,
                                       const aclTensor *mat2,
                                       const aclScalar *beta,
                                       const aclScalar *alpha,
                                       aclTensor *out,
                                       int8_t cubeMathType,
                                       uint64_t *workspaceSize,
                                       aclOpExecutor **executor);

/**
 * Second phase of `aclnnAddmm`: queues the computation on `stream`.
 */
aclnnStatus aclnnAddmm(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

/**
 * First phase of `aclnnInplaceAddmm`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `beta * selfRef + alpha * mat1 @ mat2` in place. `mat2` may be stored in FRACTAL_NZ.
 */
aclnnStatus aclnnInplaceAddmmGetWorkspaceSize(const aclTensor *selfRef,
                                              const aclTensor *mat1,
                                              const aclTensor *mat2,
                                              const aclScalar *beta,
                                              const aclScalar *alpha,
                                              int8_t cubeMathType,
                                              uint64_t *workspaceSize,
                                              aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceAddmm`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceAddmm(void *workspace,
                              uint64_t workspaceSize,
                              aclOpExecutor *executor,
                              aclrtStream stream);

/**
 * First phase of `aclnnAddmmWeightNz`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `beta * self + alpha * mat1 @ mat2`, `self` broadcast, with a `mat2` that is stored in FRACTAL_NZ, perhaps transposed.
 */
aclnnStatus aclnnAddmmWeightNzGetWorkspaceSize(const aclTensor *self,
                                               const aclTensor *mat1,
                                               const aclTensor *mat2,
                                               const aclScalar *beta,
                                               const aclScalar *alpha,
                                               aclTensor *out,
                                               int8_t cubeMathType,
                                               uint64_t *workspaceSize,
                                               aclOpExecutor **executor);

/**
 * Second phase of `aclnnAddmmWeightNz`: queues the computation on `stream`.
 */
aclnnStatus aclnnAddmmWeightNz(void *workspace,
                               uint64_t workspaceSize,
                               aclOpExecutor *executor,
                               aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
