/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnGroupedMatmulAddV2`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Adds to each matrix of `yRef` the product of the transposed rows of `x` of its group and those of `weight`.
 */
aclnnStatus aclnnGroupedMatmulAddV2GetWorkspaceSize(const aclTensor *x,
                                                    const aclTensor *weight,
                                                    const aclTensor *groupList,
                                                    aclTensor *yRef,
                                                    bool transposeX,
                                                    bool transposeWeight,
                                                    int64_t groupType,
                                                    int64_t groupListType,
                                                    uint64_t *workspaceSize,
                                                    aclOpExecutor **executor);

/**
 * Second phase of `aclnnGroupedMatmulAddV2`: queues the computation on `stream`.
 */
aclnnStatus aclnnGroupedMatmulAddV2(void *workspace,
                                    uint64_t workspaceSize,
                                    aclOpExecutor *executor,
                                    aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
