/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnWeightQuantBatchMatmul`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Multiplies matrices with weights of INT8 that are decoded, and adds a bias.
 */
aclnnStatus aclnnWeightQuantBatchMatmulGetWorkspaceSize(const aclTensor *x1,
                                                        const aclTensor *x2,
                                                        const aclTensor *diagonalMatrix,
                                                        const aclTensor *deqOffset,
                                                        const aclTensor *deqScale,
                                                        const aclTensor *addOffset,
                                                        const aclTensor *mulScale,
                                                        const aclTensor *bias,
                                                        bool transposeX1,
                                                        bool transposeX2,
                                                        float antiquantScale,
                                                        float antiquantOffset,
                                                        aclTensor *out,
                                                        uint64_t *workspaceSize,
                                                        aclOpExecutor **executor);

/**
 * Second phase of `aclnnWeightQuantBatchMatmul`: queues the computation on `stream`.
 */
aclnnStatus aclnnWeightQuantBatchMatmul(void *workspace,
                                        uint64_t workspaceSize,
                                        aclOpExecutor *executor,
                                        aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
