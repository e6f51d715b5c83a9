/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnScatterAdd`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `out` as `self` plus the elements of `src` at the places that `index` names along axis `dim`, rounded once. An index outside the axis fails the
 * task.
 */
aclnnStatus aclnnScatterAddGetWorkspaceSize(const aclTensor *self,
                                            int64_t dim,
                                            const aclTensor *index,
                                            const aclTensor *src,
                                            aclTensor *out,
                                            uint64_t *workspaceSize,
                                            aclOpExecutor **executor);

/**
 * Second phase of `aclnnScatterAdd`: queues the computation on `stream`.
 */
aclnnStatus aclnnScatterAdd(void *workspace,
                            uint64_t workspaceSize,
                            aclOpExecutor *executor,
                            aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
