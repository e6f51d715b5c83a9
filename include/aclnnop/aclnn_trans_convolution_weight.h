/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnTransConvolutionWeight`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Stores the filters `weightIn` in FRACTAL_Z in the memory of `weightOut`, as FLOAT16, with zeros in what no element fills. The memory has room for as many elements as
 * `aclnnCalculateConvolutionWeightSize` says; the storage of `weightOut` has the new shape and format after the first phase. `transposed` is false. Ascend310P only.
 */
aclnnStatus aclnnTransConvolutionWeightGetWorkspaceSize(const aclTensor *weightIn,
                                                        bool transposed,
                                                        int64_t groups,
                                                        aclTensor *weightOut,
                                                        uint64_t *workspaceSize,
                                                        aclOpExecutor **executor);

/**
 * Second phase of `aclnnTransConvolutionWeight`: queues the computation on `stream`.
 */
aclnnStatus aclnnTransConvolutionWeight(void *workspace,
                                        uint64_t workspaceSize,
                                        aclOpExecutor *executor,
                                        aclrtStream stream);

/**
 * Returns the number of elements of filters of this shape in FRACTAL_Z, for FLOAT16: what to allocate before `aclnnTransConvolutionWeight`.
 */
aclnnStatus aclnnCalculateConvolutionWeightSize(const aclIntArray *tensorShape,
                                                bool transposed,
                                                int64_t groups,
                                                aclDataType dataType,
                                                uint64_t *weightTensorSize);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
