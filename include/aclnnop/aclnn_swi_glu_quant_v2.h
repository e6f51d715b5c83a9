/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnSwiGluQuantV2`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes a gated unit of rows and quantises it to eight or four bits.
 */
aclnnStatus aclnnSwiGluQuantV2GetWorkspaceSize(const aclTensor *x,
                                               const aclTensor *smoothScalesOptional,
                                               const aclTensor *offsetsOptional,
                                               const aclTensor *groupIndexOptional,
                                               bool activateLeft,
                                               char *quantModeOptional,
                                               int64_t groupListType,
                                               int64_t dstType,
                                               const aclTensor *yOut,
                                               const aclTensor *scaleOut,
                                               uint64_t *workspaceSize,
                                               aclOpExecutor **executor);

/**
 * Second phase of `aclnnSwiGluQuantV2`: queues the computation on `stream`.
 */
aclnnStatus aclnnSwiGluQuantV2(void *workspace,
                               uint64_t workspaceSize,
                               aclOpExecutor *executor,
                               aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
