/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnScatterMin`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the smaller of each element and the updates of its row, which `indices` name, in place, rounded once. NaN wins. An index outside the first
 * axis fails the task. `useLocking` changes nothing.
 */
aclnnStatus aclnnScatterMinGetWorkspaceSize(aclTensor *varRef,
                                            const aclTensor *indices,
                                            const aclTensor *updates,
                                            bool useLocking,
                                            uint64_t *workspaceSize,
                                            aclOpExecutor **executor);

/**
 * Second phase of `aclnnScatterMin`: queues the computation on `stream`.
 */
aclnnStatus aclnnScatterMin(void *workspace,
                            uint64_t workspaceSize,
                            aclOpExecutor *executor,
                            aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
