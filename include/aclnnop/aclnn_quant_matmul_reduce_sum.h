/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnQuantMatmulReduceSumWeightNz`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Adds the products of the matrices of a batch, each row of each matrix times its scale, and scales the columns of the sum.
 */
aclnnStatus aclnnQuantMatmulReduceSumWeightNzGetWorkspaceSize(const aclTensor *x1,
                                                              const aclTensor *x2,
                                                              const aclTensor *x1Scale,
                                                              const aclTensor *x2Scale,
                                                              const aclTensor *yScale,
                                                              const aclTensor *x1Offset,
                                                              const aclTensor *x2Offset,
                                                              const aclTensor *yOffset,
                                                              const aclTensor *bias,
                                                              bool transposeX1,
                                                              bool transposeX2,
                                                              int64_t groupSize,
                                                              const aclIntArray *dims,
                                                              bool keepDims,
                                                              aclTensor *out,
                                                              uint64_t *workspaceSize,
                                                              aclOpExecutor **executor);

/**
 * Second phase of `aclnnQuantMatmulReduceSumWeightNz`: queues the computation on `stream`.
 */
aclnnStatus aclnnQuantMatmulReduceSumWeightNz(void *workspace,
                                              uint64_t workspaceSize,
                                              aclOpExecutor *executor,
                                              aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
