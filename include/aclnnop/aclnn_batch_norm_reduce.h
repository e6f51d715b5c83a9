/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnBatchNormReduce`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the sum of the elements of each channel of `x`, of format NCHW or NHWC, and the sum of their squares. Tensors without elements fill
 * both outputs with 0.
 */
aclnnStatus aclnnBatchNormReduceGetWorkspaceSize(const aclTensor *x,
                                                 aclTensor *sum,
                                                 aclTensor *squareSum,
                                                 uint64_t *workspaceSize,
                                                 aclOpExecutor **executor);

/**
 * Second phase of `aclnnBatchNormReduce`: queues the computation on `stream`.
 */
aclnnStatus aclnnBatchNormReduce(void *workspace,
                                 uint64_t workspaceSize,
                                 aclOpExecutor *executor,
                                 aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
