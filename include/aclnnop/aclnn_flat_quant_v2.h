/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnFlatQuantV2`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Multiplies matrices by two small ones and quantises them.
 */
aclnnStatus aclnnFlatQuantV2GetWorkspaceSize(const aclTensor *x,
                                             const aclTensor *kroneckerP1,
                                             const aclTensor *kroneckerP2,
                                             double clipRatio,
                                             double dstTypeMax,
                                             aclTensor *out,
                                             aclTensor *quantScale,
                                             uint64_t *workspaceSize,
                                             aclOpExecutor **executor);

/**
 * Second phase of `aclnnFlatQuantV2`: queues the computation on `stream`.
 */
aclnnStatus aclnnFlatQuantV2(void *workspace,
                             uint64_t workspaceSize,
                             aclOpExecutor *executor,
                             aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
