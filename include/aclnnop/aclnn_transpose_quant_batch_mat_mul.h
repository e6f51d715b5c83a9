/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnTransposeQuantBatchMatMul`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Multiplies the matrices of two batches, and scales the results; row i of matrix b is at `[i, b]`.
 */
aclnnStatus aclnnTransposeQuantBatchMatMulGetWorkspaceSize(const aclTensor *x1,
                                                           const aclTensor *x2,
                                                           const aclTensor *bias,
                                                           const aclTensor *x1Scale,
                                                           const aclTensor *x2Scale,
                                                           int32_t dtype,
                                                           int64_t groupSize,
                                                           const aclIntArray *permX1,
                                                           const aclIntArray *permX2,
                                                           const aclIntArray *permY,
                                                           int32_t batchSplitFactor,
                                                           aclTensor *out,
                                                           uint64_t *workspaceSize,
                                                           aclOpExecutor **executor);

/**
 * Second phase of `aclnnTransposeQuantBatchMatMul`: queues the computation on `stream`.
 */
aclnnStatus aclnnTransposeQuantBatchMatMul(void *workspace,
                                           uint64_t workspaceSize,
                                           aclOpExecutor *executor,
                                           aclrtStream stream);

/**
 * First phase of `aclnnTransposeQuantBatchMatMulWeightNz`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * As `aclnnTransposeQuantBatchMatMul`, with an `x2` that is stored in FRACTAL_NZ.
 */
aclnnStatus aclnnTransposeQuantBatchMatMulWeightNzGetWorkspaceSize(const aclTensor *x1,
                                                                   const aclTensor *x2,
                                                                   const aclTensor *bias,
                                                                   const aclTensor *x1Scale,
                                                                   const aclTensor *x2Scale,
                                                                   int32_t dtype,
                                                                   int64_t groupSize,
                                                                   const aclIntArray *permX1,
                                                                   const aclIntArray *permX2,
                                                                   const aclIntArray *permY,
                                                                   int32_t batchSplitFactor,
                                                                   aclTensor *out,
                                                                   uint64_t *workspaceSize,
                                                                   aclOpExecutor **executor);

/**
 * Second phase of `aclnnTransposeQuantBatchMatMulWeightNz`: queues the computation on `stream`.
 */
aclnnStatus aclnnTransposeQuantBatchMatMulWeightNz(void *workspace,
                                                   uint64_t workspaceSize,
                                                   aclOpExecutor *executor,
                                                   aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
