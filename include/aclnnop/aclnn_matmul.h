/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnMatmul`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the product of two tensors of rank 1 to 6: of vectors, matrices, or batches of them, which broadcast. `out` has the number of elements of the
 * result, in any shape. Without inner elements it is 0. `mat2` of two or more dimensions may be stored in FRACTAL_NZ.
 */
aclnnStatus aclnnMatmulGetWorkspaceSize(const aclTensor *self,
                                        const aclTensor *mat2,
                                        aclTensor *out,
                                        int8_t cubeMathType,
                                        uint64_t *workspaceSize,
                                        aclOpExecutor **executor);

/**
 * Second phase of `aclnnMatmul`: queues the computation on `stream`.
 */
aclnnStatus aclnnMatmul(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

/**
 * First phase of `aclnnMatmulWeightNz`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the product of a matrix and a weight that is stored in FRACTAL_NZ, perhaps transposed. `out` has the number of elements of the product, in any
 * shape. Without inner elements it is 0.
 */
aclnnStatus aclnnMatmulWeightNzGetWorkspaceSize(const aclTensor *self,
                                                const aclTensor *mat2,
                                                aclTensor *out,
                                                int8_t cubeMathType,
                                                uint64_t *workspaceSize,
                                                aclOpExecutor **executor);

/**
 * Second phase of `aclnnMatmulWeightNz`: queues the computation on `stream`.
 */
aclnnStatus aclnnMatmulWeightNz(void *workspace,
                                uint64_t workspaceSize,
                                aclOpExecutor *executor,
                                aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
