/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnFusedQuantMatmulWeightNz`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Multiplies matrices, scales the results by row and column, and applies a Gaussian error linear unit: `gelu_tanh` or `gelu_erf`.
 */
aclnnStatus aclnnFusedQuantMatmulWeightNzGetWorkspaceSize(const aclTensor *x1,
                                                          const aclTensor *x2,
                                                          const aclTensor *x1Scale,
                                                          const aclTensor *x2Scale,
                                                          const aclTensor *yScaleOptional,
                                                          const aclTensor *x1OffsetOptional,
                                                          const aclTensor *x2OffsetOptional,
                                                          const aclTensor *yOffsetOptional,
                                                          const aclTensor *biasOptional,
                                                          const aclTensor *x3Optional,
                                                          const char *fusedOpType,
                                                          int64_t groupSizeOptional,
                                                          aclTensor *out,
                                                          uint64_t *workspaceSize,
                                                          aclOpExecutor **executor);

/**
 * Second phase of `aclnnFusedQuantMatmulWeightNz`: queues the computation on `stream`.
 */
aclnnStatus aclnnFusedQuantMatmulWeightNz(void *workspace,
                                          uint64_t workspaceSize,
                                          aclOpExecutor *executor,
                                          aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
