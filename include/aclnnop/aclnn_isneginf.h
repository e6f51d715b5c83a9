/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnIsNegInf`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes whether each element is minus infinity, as BOOL. Integers are not.
 */
aclnnStatus aclnnIsNegInfGetWorkspaceSize(const aclTensor *self,
                                          aclTensor *out,
                                          uint64_t *workspaceSize,
                                          aclOpExecutor **executor);

/**
 * Second phase of `aclnnIsNegInf`: queues the computation on `stream`.
 */
aclnnStatus aclnnIsNegInf(void *workspace,
                          uint64_t workspaceSize,
                          aclOpExecutor *executor,
                          aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
