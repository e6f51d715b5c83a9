/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnRepeatInterleave`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes each element of `self`, in row-major order, as often as `repeats` say: one number for all, or one for each.
 */
aclnnStatus aclnnRepeatInterleaveGetWorkspaceSize(const aclTensor *self,
                                                  const aclTensor *repeats,
                                                  int64_t outputSize,
                                                  aclTensor *out,
                                                  uint64_t *workspaceSize,
                                                  aclOpExecutor **executor);

/**
 * Second phase of `aclnnRepeatInterleave`: queues the computation on `stream`.
 */
aclnnStatus aclnnRepeatInterleave(void *workspace,
                                  uint64_t workspaceSize,
                                  aclOpExecutor *executor,
                                  aclrtStream stream);

/**
 * First phase of `aclnnRepeatInterleaveWithDim`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes each slice of `self` along `dim` as often as `repeats` say: one number for all, or one for each.
 */
aclnnStatus aclnnRepeatInterleaveWithDimGetWorkspaceSize(const aclTensor *self,
                                                         const aclTensor *repeats,
                                                         int64_t dim,
                                                         int64_t outputSize,
                                                         aclTensor *out,
                                                         uint64_t *workspaceSize,
                                                         aclOpExecutor **executor);

/**
 * Second phase of `aclnnRepeatInterleaveWithDim`: queues the computation on `stream`.
 */
aclnnStatus aclnnRepeatInterleaveWithDim(void *workspace,
                                         uint64_t workspaceSize,
                                         aclOpExecutor *executor,
                                         aclrtStream stream);

/**
 * First phase of `aclnnRepeatInterleaveInt`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes each element of `self`, in row-major order, `repeats` times.
 */
aclnnStatus aclnnRepeatInterleaveIntGetWorkspaceSize(const aclTensor *self,
                                                     int64_t repeats,
                                                     int64_t outputSize,
                                                     aclTensor *out,
                                                     uint64_t *workspaceSize,
                                                     aclOpExecutor **executor);

/**
 * Second phase of `aclnnRepeatInterleaveInt`: queues the computation on `stream`.
 */
aclnnStatus aclnnRepeatInterleaveInt(void *workspace,
                                     uint64_t workspaceSize,
                                     aclOpExecutor *executor,
                                     aclrtStream stream);

/**
 * First phase of `aclnnRepeatInterleaveIntWithDim`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes each slice of `self` along `dim` `repeats` times.
 */
aclnnStatus aclnnRepeatInterleaveIntWithDimGetWorkspaceSize(const aclTensor *self,
                                                            int64_t repeats,
                                                            int64_t dim,
                                                            int64_t outputSize,
                                                            aclTensor *out,
                                                            uint64_t *workspaceSize,
                                                            aclOpExecutor **executor);

/**
 * Second phase of `aclnnRepeatInterleaveIntWithDim`: queues the computation on `stream`.
 */
aclnnStatus aclnnRepeatInterleaveIntWithDim(void *workspace,
                                            uint64_t workspaceSize,
                                            aclOpExecutor *executor,
                                            aclrtStream stream);

/**
 * First phase of `aclnnRepeatInterleaveTensor`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes each index of `repeats` as often as the element there says.
 */
aclnnStatus aclnnRepeatInterleaveTensorGetWorkspaceSize(const aclTensor *repeats,
                                                        int64_t outputSize,
                                                        aclTensor *out,
                                                        uint64_t *workspaceSize,
                                                        aclOpExecutor **executor);

/**
 * Second phase of `aclnnRepeatInterleaveTensor`: queues the computation on `stream`.
 */
aclnnStatus aclnnRepeatInterleaveTensor(void *workspace,
                                        uint64_t workspaceSize,
                                        aclOpExecutor *executor,
                                        aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
