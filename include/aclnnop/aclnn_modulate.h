/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnModulate`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `self * (1 + scale) + shift`, where `scale` and `shift` are the same along the second of the three dimensions of `self`.
 */
aclnnStatus aclnnModulateGetWorkspaceSize(const aclTensor *self,
                                          const aclTensor *scaleOptional,
                                          const aclTensor *shiftOptional,
                                          aclTensor *out,
                                          uint64_t *workspaceSize,
                                          aclOpExecutor **executor);

/**
 * Second phase of `aclnnModulate`: queues the computation on `stream`.
 */
aclnnStatus aclnnModulate(void *workspace,
                          uint64_t workspaceSize,
                          aclOpExecutor *executor,
                          aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
