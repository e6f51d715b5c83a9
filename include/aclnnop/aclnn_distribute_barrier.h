/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnDistributeBarrier`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Waits until all ranks of `group` have come this far. `xRef`, of any type, orders the call in a graph, and stays as it is.
 */
aclnnStatus aclnnDistributeBarrierGetWorkspaceSize(aclTensor *xRef,
                                                   const char *group,
                                                   int64_t worldSize,
                                                   uint64_t *workspaceSize,
                                                   aclOpExecutor **executor);

/**
 * Second phase of `aclnnDistributeBarrier`: queues the computation on `stream`.
 */
aclnnStatus aclnnDistributeBarrier(void *workspace,
                                   uint64_t workspaceSize,
                                   aclOpExecutor *executor,
                                   aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
