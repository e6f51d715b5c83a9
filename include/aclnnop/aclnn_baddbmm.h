/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnBaddbmm`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `beta * self + alpha * batch1 @ batch2` for each matrix of the batch, `self` broadcast. With a `beta` of 0 `self` is not read.
 */
aclnnStatus aclnnBaddbmmGetWorkspaceSize(const aclTensor *self,
                                         const aclTensor *batch1,
                                         const aclTensor *batch2,
                                         const aclScalar *beta,
                                         const aclScalar *alpha,
                                         aclTensor *out,
                                         int8_t cubeMathType,
                                         uint64_t *workspaceSize,
                                         aclOpExecutor **executor);

/**
 * Second phase of `aclnnBaddbmm`: queues the computation on `stream`.
 */
aclnnStatus aclnnBaddbmm(void *workspace,
                         uint64_t workspaceSize,
                         aclOpExecutor *executor,
                         aclrtStream stream);

/**
 * First phase of `aclnnInplaceBaddbmm`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `beta * selfRef + alpha * batch1 @ batch2` in place for each matrix of the batch.
 */
aclnnStatus aclnnInplaceBaddbmmGetWorkspaceSize(const aclTensor *selfRef,
                                                const aclTensor *batch1,
                                                const aclTensor *batch2,
                                                const aclScalar *beta,
                                                const aclScalar *alpha,
                                                int8_t cubeMathType,
                                                uint64_t *workspaceSize,
                                                aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceBaddbmm`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceBaddbmm(void *workspace,
                                uint64_t workspaceSize,
                                aclOpExecutor *executor,
                                aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
