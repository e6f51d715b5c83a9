/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnIsFinite`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes whether each element is neither infinite nor NaN, as BOOL. Integers are finite.
 */
aclnnStatus aclnnIsFiniteGetWorkspaceSize(const aclTensor *self,
                                          aclTensor *out,
                                          uint64_t *workspaceSize,
                                          aclOpExecutor **executor);

/**
 * Second phase of `aclnnIsFinite`: queues the computation on `stream`.
 */
aclnnStatus aclnnIsFinite(void *workspace,
                          uint64_t workspaceSize,
                          aclOpExecutor *executor,
                          aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
