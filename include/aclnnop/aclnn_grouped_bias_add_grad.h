/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnGroupedBiasAddGrad`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the sum of each group of rows of `gradY`: of all rows along axis 1 without `groupIdxOptional`, else of the rows before the group's end,
 * which it lists, and behind the end of the group before. A group without rows gives 0.
 */
aclnnStatus aclnnGroupedBiasAddGradGetWorkspaceSize(const aclTensor *gradY,
                                                    const aclTensor *groupIdxOptional,
                                                    aclTensor *out,
                                                    uint64_t *workspaceSize,
                                                    aclOpExecutor **executor);

/**
 * Second phase of `aclnnGroupedBiasAddGrad`: queues the computation on `stream`.
 */
aclnnStatus aclnnGroupedBiasAddGrad(void *workspace,
                                    uint64_t workspaceSize,
                                    aclOpExecutor *executor,
                                    aclrtStream stream);

/**
 * First phase of `aclnnGroupedBiasAddGradV2`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * As aclnnGroupedBiasAddGrad; `groupIdxType` 1 means that `groupIdxOptional` lists numbers of rows instead of ends.
 */
aclnnStatus aclnnGroupedBiasAddGradV2GetWorkspaceSize(const aclTensor *gradY,
                                                      const aclTensor *groupIdxOptional,
                                                      int64_t groupIdxType,
                                                      aclTensor *out,
                                                      uint64_t *workspaceSize,
                                                      aclOpExecutor **executor);

/**
 * Second phase of `aclnnGroupedBiasAddGradV2`: queues the computation on `stream`.
 */
aclnnStatus aclnnGroupedBiasAddGradV2(void *workspace,
                                      uint64_t workspaceSize,
                                      aclOpExecutor *executor,
                                      aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
