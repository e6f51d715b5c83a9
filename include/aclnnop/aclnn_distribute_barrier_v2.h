/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnDistributeBarrierV2`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * As `aclnnDistributeBarrier`. `timeOut` (INT32, one element) is not read: HCCL_EXEC_TIMEOUT limits the wait. `elasticInfo` is null, as for tokens that are dispatched.
 */
aclnnStatus aclnnDistributeBarrierV2GetWorkspaceSize(const aclTensor *xRef,
                                                     const aclTensor *timeOut,
                                                     const aclTensor *elasticInfo,
                                                     const char *group,
                                                     int64_t worldSize,
                                                     uint64_t *workspaceSize,
                                                     aclOpExecutor **executor);

/**
 * Second phase of `aclnnDistributeBarrierV2`: queues the computation on `stream`.
 */
aclnnStatus aclnnDistributeBarrierV2(void *workspace,
                                     uint64_t workspaceSize,
                                     aclOpExecutor *executor,
                                     aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
