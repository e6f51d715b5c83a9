/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnScatterDiv`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes each element, divided by the updates of its row in turn, which `indices` name, in place, rounded once. Integers are cut off; one that is divided by 0 stays. An index outside the first
 * axis fails the task. `useLocking` changes nothing.
 */
aclnnStatus aclnnScatterDivGetWorkspaceSize(aclTensor *varRef,
                                            const aclTensor *indices,
                                            const aclTensor *updates,
                                            bool useLocking,
                                            uint64_t *workspaceSize,
                                            aclOpExecutor **executor);

/**
 * Second phase of `aclnnScatterDiv`: queues the computation on `stream`.
 */
aclnnStatus aclnnScatterDiv(void *workspace,
                            uint64_t workspaceSize,
                            aclOpExecutor *executor,
                            aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
