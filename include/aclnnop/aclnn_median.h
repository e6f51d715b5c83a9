/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnMedian`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes the lower median of all elements of `self`; NaN if there is one.
 */
aclnnStatus aclnnMedianGetWorkspaceSize(const aclTensor *self,
                                        aclTensor *valuesOut,
                                        uint64_t *workspaceSize,
                                        aclOpExecutor **executor);

/**
 * Second phase of `aclnnMedian`: queues the computation on `stream`.
 */
aclnnStatus aclnnMedian(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

/**
 * First phase of `aclnnNanMedian`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes the lower median of the elements of `self` that are not NaN, or NaN if there are none.
 */
aclnnStatus aclnnNanMedianGetWorkspaceSize(const aclTensor *self,
                                           aclTensor *out,
                                           uint64_t *workspaceSize,
                                           aclOpExecutor **executor);

/**
 * Second phase of `aclnnNanMedian`: queues the computation on `stream`.
 */
aclnnStatus aclnnNanMedian(void *workspace,
                           uint64_t workspaceSize,
                           aclOpExecutor *executor,
                           aclrtStream stream);

/**
 * First phase of `aclnnMedianDim`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes the lower median along `dim` and its index, of equal numbers that which a stable sort puts in the middle. NaN is larger than every number on Ascend950; on
 * other chips it wins.
 */
aclnnStatus aclnnMedianDimGetWorkspaceSize(const aclTensor *self,
                                           int64_t dim,
                                           bool keepDim,
                                           aclTensor *valuesOut,
                                           aclTensor *indicesOut,
                                           uint64_t *workspaceSize,
                                           aclOpExecutor **executor);

/**
 * Second phase of `aclnnMedianDim`: queues the computation on `stream`.
 */
aclnnStatus aclnnMedianDim(void *workspace,
                           uint64_t workspaceSize,
                           aclOpExecutor *executor,
                           aclrtStream stream);

/**
 * First phase of `aclnnNanMedianDim`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes the lower median along `dim` of what is not NaN, or NaN, and its index, of equal numbers that which a stable sort puts in the middle.
 */
aclnnStatus aclnnNanMedianDimGetWorkspaceSize(const aclTensor *self,
                                              int64_t dim,
                                              bool keepDim,
                                              aclTensor *valuesOut,
                                              aclTensor *indicesOut,
                                              uint64_t *workspaceSize,
                                              aclOpExecutor **executor);

/**
 * Second phase of `aclnnNanMedianDim`: queues the computation on `stream`.
 */
aclnnStatus aclnnNanMedianDim(void *workspace,
                              uint64_t workspaceSize,
                              aclOpExecutor *executor,
                              aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
