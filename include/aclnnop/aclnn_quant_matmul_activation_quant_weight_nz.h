/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnQuantMatmulActivationQuantWeightNz`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Multiplies matrices, applies a Gaussian error linear unit and quantises the results.
 */
aclnnStatus aclnnQuantMatmulActivationQuantWeightNzGetWorkspaceSize(const aclTensor *x1,
                                                                    const aclTensor *x2,
                                                                    const aclTensor *x1ScaleOptional,
                                                                    const aclTensor *x2Scale,
                                                                    const aclTensor *biasOptional,
                                                                    bool transposeX1,
                                                                    bool transposeX2,
                                                                    int64_t groupSize,
                                                                    const char *activationType,
                                                                    const char *quantMode,
                                                                    const char *roundMode,
                                                                    int64_t scaleAlg,
                                                                    double dstTypeMax,
                                                                    aclTensor *yOut,
                                                                    aclTensor *yScaleOut,
                                                                    uint64_t *workspaceSize,
                                                                    aclOpExecutor **executor);

/**
 * Second phase of `aclnnQuantMatmulActivationQuantWeightNz`: queues the computation on `stream`.
 */
aclnnStatus aclnnQuantMatmulActivationQuantWeightNz(void *workspace,
                                                    uint64_t workspaceSize,
                                                    aclOpExecutor *executor,
                                                    aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
