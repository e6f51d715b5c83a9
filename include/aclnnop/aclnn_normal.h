/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnInplaceNormal`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Fills `selfRef` with normal numbers of this mean and standard deviation, by `seed` and `offset`.
 */
aclnnStatus aclnnInplaceNormalGetWorkspaceSize(const aclTensor *selfRef,
                                               float mean,
                                               float std,
                                               int64_t seed,
                                               int64_t offset,
                                               uint64_t *workspaceSize,
                                               aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceNormal`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceNormal(void *workspace,
                               uint64_t workspaceSize,
                               aclOpExecutor *executor,
                               aclrtStream stream);

/**
 * First phase of `aclnnInplaceNormalTensor`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Fills `selfRef` with normal numbers as `aclnnInplaceNormal` does, by the seed that `seedTensor` holds, and the offset of `offsetTensor` and `offset` more.
 */
aclnnStatus aclnnInplaceNormalTensorGetWorkspaceSize(const aclTensor *selfRef,
                                                     float mean,
                                                     float std,
                                                     const aclTensor *seedTensor,
                                                     const aclTensor *offsetTensor,
                                                     int64_t offset,
                                                     uint64_t *workspaceSize,
                                                     aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceNormalTensor`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceNormalTensor(void *workspace,
                                     uint64_t workspaceSize,
                                     aclOpExecutor *executor,
                                     aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
