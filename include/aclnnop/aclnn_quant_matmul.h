/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnQuantMatmul`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Multiplies matrices of INT8, adds a bias and scales the results by a number.
 */
aclnnStatus aclnnQuantMatmulGetWorkspaceSize(const aclTensor *x1,
                                             const aclTensor *x2,
                                             const aclTensor *bias,
                                             float deqScale,
                                             aclTensor *out,
                                             uint64_t *workspaceSize,
                                             aclOpExecutor **executor);

/**
 * Second phase of `aclnnQuantMatmul`: queues the computation on `stream`.
 */
aclnnStatus aclnnQuantMatmul(void *workspace,
                             uint64_t workspaceSize,
                             aclOpExecutor *executor,
                             aclrtStream stream);

/**
 * First phase of `aclnnQuantMatmulV2`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Multiplies matrices of INT8, adds a bias and scales the columns of the results.
 */
aclnnStatus aclnnQuantMatmulV2GetWorkspaceSize(const aclTensor *x1,
                                               const aclTensor *x2,
                                               const aclTensor *bias,
                                               const aclTensor *deqScale,
                                               bool adjX1,
                                               bool adjX2,
                                               aclTensor *out,
                                               uint64_t *workspaceSize,
                                               aclOpExecutor **executor);

/**
 * Second phase of `aclnnQuantMatmulV2`: queues the computation on `stream`.
 */
aclnnStatus aclnnQuantMatmulV2(void *workspace,
                               uint64_t workspaceSize,
                               aclOpExecutor *executor,
                               aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
