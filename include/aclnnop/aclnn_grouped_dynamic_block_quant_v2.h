/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnGroupedDynamicBlockQuantV2`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Quantises blocks of groups of rows with scales that follow from their largest magnitudes.
 */
aclnnStatus aclnnGroupedDynamicBlockQuantV2GetWorkspaceSize(const aclTensor *x,
                                                            const aclTensor *groupList,
                                                            double minScale,
                                                            char *roundModeOptional,
                                                            int64_t dstType,
                                                            int64_t rowBlockSize,
                                                            int64_t colBlockSize,
                                                            int64_t groupListType,
                                                            double dstTypeMax,
                                                            const aclTensor *yOut,
                                                            const aclTensor *scaleOut,
                                                            uint64_t *workspaceSize,
                                                            aclOpExecutor **executor);

/**
 * Second phase of `aclnnGroupedDynamicBlockQuantV2`: queues the computation on `stream`.
 */
aclnnStatus aclnnGroupedDynamicBlockQuantV2(void *workspace,
                                            uint64_t workspaceSize,
                                            aclOpExecutor *executor,
                                            aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
