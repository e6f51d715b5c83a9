/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnDualLevelQuantMatmulWeightNz`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Multiplies matrices of FLOAT4_E2M1 whose numbers are scaled at two levels.
 */
aclnnStatus aclnnDualLevelQuantMatmulWeightNzGetWorkspaceSize(const aclTensor *x1,
                                                              const aclTensor *x2,
                                                              const aclTensor *x1Level0Scale,
                                                              const aclTensor *x2Level0Scale,
                                                              const aclTensor *x1Level1Scale,
                                                              const aclTensor *x2Level1Scale,
                                                              const aclTensor *optionalBias,
                                                              bool transposeX1,
                                                              bool transposeX2,
                                                              int64_t level0GroupSize,
                                                              int64_t level1GroupSize,
                                                              aclTensor *out,
                                                              uint64_t *workspaceSize,
                                                              aclOpExecutor **executor);

/**
 * Second phase of `aclnnDualLevelQuantMatmulWeightNz`: queues the computation on `stream`.
 */
aclnnStatus aclnnDualLevelQuantMatmulWeightNz(void *workspace,
                                              uint64_t workspaceSize,
                                              aclOpExecutor *executor,
                                              aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
