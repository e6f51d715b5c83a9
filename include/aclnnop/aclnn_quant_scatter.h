/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnInplaceQuantScatter`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes `updates / quantScales + quantZeroPoints`, rounded, to `selfRef`: update `i` goes to part `i` of the first axis, or to part `indices[i, 0]`, from place `indices[i]` or `indices[i, 1]` of `axis`
 * on. Scales are those of columns. An index outside is an error of the stream. `selfRef` is INT8, `updates` FLOAT16 or BFLOAT16.
 */
aclnnStatus aclnnInplaceQuantScatterGetWorkspaceSize(aclTensor *selfRef,
                                                     const aclTensor *indices,
                                                     const aclTensor *updates,
                                                     const aclTensor *quantScales,
                                                     const aclTensor *quantZeroPoints,
                                                     int64_t axis,
                                                     int64_t quantAxis,
                                                     int64_t reduction,
                                                     uint64_t *workspaceSize,
                                                     aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceQuantScatter`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceQuantScatter(void *workspace,
                                     uint64_t workspaceSize,
                                     aclOpExecutor *executor,
                                     aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
