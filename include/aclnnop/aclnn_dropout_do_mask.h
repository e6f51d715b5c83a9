/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnDropoutDoMask`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `self / (1 - prob)` where the bit of `mask` is 1, else 0; all is 0 where `prob` is 1.
 */
aclnnStatus aclnnDropoutDoMaskGetWorkspaceSize(const aclTensor *self,
                                               const aclTensor *mask,
                                               double prob,
                                               aclTensor *out,
                                               uint64_t *workspaceSize,
                                               aclOpExecutor **executor);

/**
 * Second phase of `aclnnDropoutDoMask`: queues the computation on `stream`.
 */
aclnnStatus aclnnDropoutDoMask(void *workspace,
                               uint64_t workspaceSize,
                               aclOpExecutor *executor,
                               aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
