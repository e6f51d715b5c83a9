/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnAddbmm`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `beta * self + alpha * sum(batch1 @ batch2)`, the sum over the batch, `self` broadcast. With a `beta` of 0 `self` is not read, with an `alpha` of
 * 0 the matrices are not.
 */
aclnnStatus aclnnAddbmmGetWorkspaceSize(const aclTensor *self,
                                        const aclTensor *batch1,
                                        const aclTensor *batch2,
                                        const aclScalar *beta,
                                        const aclScalar *alpha,
                                        aclTensor *out,
                                        int8_t cubeMathType,
                                        uint64_t *workspaceSize,
                                        aclOpExecutor **executor);

/**
 * Second phase of `aclnnAddbmm`: queues the computation on `stream`.
 */
aclnnStatus aclnnAddbmm(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

/**
 * First phase of `aclnnInplaceAddbmm`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `beta * selfRef + alpha * sum(batch1 @ batch2)` in place.
 */
aclnnStatus aclnnInplaceAddbmmGetWorkspaceSize(aclTensor *selfRef,
                                               const aclTensor *batch1,
                                               const aclTensor *batch2,
                                               const aclScalar *beta,
                                               const aclScalar *alpha,
                                               int8_t cubeMathType,
                                               uint64_t *workspaceSize,
                                               aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceAddbmm`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceAddbmm(void *workspace,
                               uint64_t workspaceSize,
                               aclOpExecutor *executor,
                               aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
