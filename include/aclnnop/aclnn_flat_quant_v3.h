/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnFlatQuantV3`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Multiplies matrices by two small ones and quantises them.
 */
aclnnStatus aclnnFlatQuantV3GetWorkspaceSize(const aclTensor *x,
                                             const aclTensor *kroneckerP1,
                                             const aclTensor *kroneckerP2,
                                             const aclTensor *groupListOptional,
                                             double clipRatio,
                                             double dstTypeMax,
                                             int64_t groupListType,
                                             aclTensor *out,
                                             aclTensor *quantScale,
                                             uint64_t *workspaceSize,
                                             aclOpExecutor **executor);

/**
 * Second phase of `aclnnFlatQuantV3`: queues the computation on `stream`.
 */
aclnnStatus aclnnFlatQuantV3(void *workspace,
                             uint64_t workspaceSize,
                             aclOpExecutor *executor,
                             aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
