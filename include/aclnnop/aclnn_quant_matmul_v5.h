/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnQuantMatmulV5`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Multiplies quantised matrices, and scales the results.
 */
aclnnStatus aclnnQuantMatmulV5GetWorkspaceSize(const aclTensor *x1,
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
                                               aclTensor *out,
                                               uint64_t *workspaceSize,
                                               aclOpExecutor **executor);

/**
 * Second phase of `aclnnQuantMatmulV5`: queues the computation on `stream`.
 */
aclnnStatus aclnnQuantMatmulV5(void *workspace,
                               uint64_t workspaceSize,
                               aclOpExecutor *executor,
                               aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
