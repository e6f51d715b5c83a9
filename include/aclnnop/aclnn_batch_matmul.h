/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnBatchMatMul`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the product of the matrices of two batches, of which one may be a single matrix; the second one may be stored in FRACTAL_NZ. Without columns of `self` it is 0.
 */
aclnnStatus aclnnBatchMatMulGetWorkspaceSize(const aclTensor *self,
                                             const aclTensor *mat2,
                                             aclTensor *out,
                                             int8_t cubeMathType,
                                             uint64_t *workspaceSize,
                                             aclOpExecutor **executor);

/**
 * Second phase of `aclnnBatchMatMul`: queues the computation on `stream`.
 */
aclnnStatus aclnnBatchMatMul(void *workspace,
                             uint64_t workspaceSize,
                             aclOpExecutor *executor,
                             aclrtStream stream);

/**
 * First phase of `aclnnBatchMatMulWeightNz`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the product of the matrices of two batches, of which one may be a single matrix, the second one stored in FRACTAL_NZ, perhaps transposed.
 */
aclnnStatus aclnnBatchMatMulWeightNzGetWorkspaceSize(const aclTensor *self,
                                                     const aclTensor *mat2,
                                                     aclTensor *out,
                                                     int8_t cubeMathType,
                                                     uint64_t *workspaceSize,
                                                     aclOpExecutor **executor);

/**
 * Second phase of `aclnnBatchMatMulWeightNz`: queues the computation on `stream`.
 */
aclnnStatus aclnnBatchMatMulWeightNz(void *workspace,
                                     uint64_t workspaceSize,
                                     aclOpExecutor *executor,
                                     aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
