/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnSwiGluQuant`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes a gated unit of rows and quantises it.
 */
aclnnStatus aclnnSwiGluQuantGetWorkspaceSize(const aclTensor *x,
                                             const aclTensor *smoothScalesOptional,
                                             const aclTensor *offsetsOptional,
                                             const aclTensor *groupIndexOptional,
                                             bool activateLeft,
                                             char *quantModeOptional,
                                             const aclTensor *yOut,
                                             const aclTensor *scaleOut,
                                             uint64_t *workspaceSize,
                                             aclOpExecutor **executor);

/**
 * Second phase of `aclnnSwiGluQuant`: queues the computation on `stream`.
 */
aclnnStatus aclnnSwiGluQuant(void *workspace,
                             uint64_t workspaceSize,
                             aclOpExecutor *executor,
                             aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
