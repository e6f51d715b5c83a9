/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnQuantMatmulV3`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Multiplies matrices of INT8 or INT4, and scales the results.
 */
aclnnStatus aclnnQuantMatmulV3GetWorkspaceSize(const aclTensor *x1,
                                               const aclTensor *x2,
                                               const aclTensor *scale,
                                               const aclTensor *offset,
                                               const aclTensor *bias,
                                               bool transposeX1,
                                               bool transposeX2,
                                               const aclTensor *out,
                                               uint64_t *workspaceSize,
                                               aclOpExecutor **executor);

/**
 * Second phase of `aclnnQuantMatmulV3`: queues the computation on `stream`.
 */
aclnnStatus aclnnQuantMatmulV3(void *workspace,
                               uint64_t workspaceSize,
                               aclOpExecutor *executor,
                               aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
