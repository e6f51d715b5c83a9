/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnTransMatmulWeight`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Stores the matrices of `mmWeightRef` in FRACTAL_NZ in its own memory, in blocks of 32 bytes, with zeros in what no element fills. The memory has room
 * for as many elements as `aclnnCalculateMatmulWeightSizeV2` says. The storage of the tensor has the new shape and format after the first phase; a
 * second run of the executor would store what is stored already.
 */
aclnnStatus aclnnTransMatmulWeightGetWorkspaceSize(aclTensor *mmWeightRef,
                                                   uint64_t *workspaceSize,
                                                   aclOpExecutor **executor);

/**
 * Second phase of `aclnnTransMatmulWeight`: queues the computation on `stream`.
 */
aclnnStatus aclnnTransMatmulWeight(void *workspace,
                                   uint64_t workspaceSize,
                                   aclOpExecutor *executor,
                                   aclrtStream stream);

/**
 * Returns the number of elements of a weight of this shape in FRACTAL_NZ, for FLOAT16: what to allocate before `aclnnTransMatmulWeight`.
 */
aclnnStatus aclnnCalculateMatmulWeightSize(const aclIntArray *tensorShape,
                                           uint64_t *weightTensorSize);

/**
 * Returns the number of elements of a weight of this shape and type in FRACTAL_NZ: what to allocate before `aclnnTransMatmulWeight`. The last dimension
 * is rounded up to 16 for FLOAT16 and BFLOAT16, to 32 for all other types, the one before it to 16.
 */
aclnnStatus aclnnCalculateMatmulWeightSizeV2(const aclIntArray *tensorShape,
                                             aclDataType dataType,
                                             uint64_t *weightTensorSize);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
