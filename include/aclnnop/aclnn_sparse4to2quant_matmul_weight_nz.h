/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnSparse4to2QuantMatmulWeightNz`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Multiplies with a weight that `aclnnTransSparse4to2Para` has packed.
 */
aclnnStatus aclnnSparse4to2QuantMatmulWeightNzGetWorkspaceSize(const aclTensor *x,
                                                               const aclTensor *sparseWeight,
                                                               const aclTensor *index,
                                                               const aclTensor *xScale,
                                                               const aclTensor *sparseWeightScale,
                                                               const aclTensor *biasOptional,
                                                               aclTensor *out,
                                                               uint64_t *workspaceSize,
                                                               aclOpExecutor **executor);

/**
 * Second phase of `aclnnSparse4to2QuantMatmulWeightNz`: queues the computation on `stream`.
 */
aclnnStatus aclnnSparse4to2QuantMatmulWeightNz(void *workspace,
                                               uint64_t workspaceSize,
                                               aclOpExecutor *executor,
                                               aclrtStream stream);

/**
 * Packs a weight of INT8 of `shape` [n, k] in memory of the host: two numbers of four neighbours, of which two or more are zeros (161002 otherwise), and their places. The program frees
 * `sparseWeight`, `index` and the dimensions of their storages, [ceil(k / 64), ceil(n / 16), 16, 32] and [ceil(k / 64), ceil(n / 16), 16, 8], with `free`.
 */
aclnnStatus aclnnTransSparse4to2Para(const int8_t *weight,
                                     aclIntArray *shape,
                                     int8_t **sparseWeight,
                                     int64_t **sparseWeightDims,
                                     uint64_t *sparseWeightDimsNum,
                                     uint8_t **index,
                                     int64_t **indexDims,
                                     uint64_t *indexDimsNum);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
