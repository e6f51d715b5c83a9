/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnTransposeBatchMatMul`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the products of the matrices of two batches, their axes permuted, with row m of matrix b at `[m, b]`; with a `batchSplitFactor`, in so many groups,
 * with the matrices of a group side by side. With `scale`, whose words hold FLOAT in their lower 32 bits, side by side, times that, rounded to INT8.
 */
aclnnStatus aclnnTransposeBatchMatMulGetWorkspaceSize(const aclTensor *x1,
                                                      const aclTensor *x2,
                                                      const aclTensor *bias,
                                                      const aclTensor *scale,
                                                      const aclIntArray *permX1,
                                                      const aclIntArray *permX2,
                                                      const aclIntArray *permY,
                                                      int8_t cubeMathType,
                                                      int32_t batchSplitFactor,
                                                      aclTensor *out,
                                                      uint64_t *workspaceSize,
                                                      aclOpExecutor **executor);

/**
 * Second phase of `aclnnTransposeBatchMatMul`: queues the computation on `stream`.
 */
aclnnStatus aclnnTransposeBatchMatMul(void *workspace,
                                      uint64_t workspaceSize,
                                      aclOpExecutor *executor,
                                      aclrtStream stream);

/**
 * First phase of `aclnnTransposeBatchMatMulWeightNz`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes what `aclnnTransposeBatchMatMul` computes, with an `x2` that is stored in FRACTAL_NZ, perhaps transposed.
 */
aclnnStatus aclnnTransposeBatchMatMulWeightNzGetWorkspaceSize(const aclTensor *x1,
                                                              const aclTensor *x2,
                                                              const aclTensor *bias,
                                                              const aclTensor *scale,
                                                              const aclIntArray *permX1,
                                                              const aclIntArray *permX2,
                                                              const aclIntArray *permY,
                                                              int8_t cubeMathType,
                                                              int32_t batchSplitFactor,
                                                              aclTensor *out,
                                                              uint64_t *workspaceSize,
                                                              aclOpExecutor **executor);

/**
 * Second phase of `aclnnTransposeBatchMatMulWeightNz`: queues the computation on `stream`.
 */
aclnnStatus aclnnTransposeBatchMatMulWeightNz(void *workspace,
                                              uint64_t workspaceSize,
                                              aclOpExecutor *executor,
                                              aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
