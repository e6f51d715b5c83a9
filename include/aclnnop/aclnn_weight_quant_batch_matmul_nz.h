/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnWeightQuantBatchMatmulNz`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Multiplies matrices by weights of 8 or 4 bits that are scaled first.
 */
aclnnStatus aclnnWeightQuantBatchMatmulNzGetWorkspaceSize(const aclTensor *x,
                                                          const aclTensor *weight,
                                                          const aclTensor *antiquantScale,
                                                          const aclTensor *antiquantOffsetOptional,
                                                          const aclTensor *quantScaleOptional,
                                                          const aclTensor *quantOffsetOptional,
                                                          const aclTensor *biasOptional,
                                                          int antiquantGroupSize,
                                                          const aclTensor *y,
                                                          uint64_t *workspaceSize,
                                                          aclOpExecutor **executor);

/**
 * Second phase of `aclnnWeightQuantBatchMatmulNz`: queues the computation on `stream`.
 */
aclnnStatus aclnnWeightQuantBatchMatmulNz(void *workspace,
                                          uint64_t workspaceSize,
                                          aclOpExecutor *executor,
                                          aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
