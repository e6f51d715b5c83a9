/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnInplaceQuantScatterV2`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes as `aclnnInplaceQuantScatter`. `selfRef` is INT8, FLOAT8_E4M3FN or FLOAT8_E5M2 with `roundMode` `"rint"`, or HIFLOAT8 with `"round"` or `"hybrid"`. On Ascend950.
 */
aclnnStatus aclnnInplaceQuantScatterV2GetWorkspaceSize(aclTensor *selfRef,
                                                       const aclTensor *indices,
                                                       const aclTensor *updates,
                                                       const aclTensor *quantScales,
                                                       const aclTensor *quantZeroPoints,
                                                       int64_t axis,
                                                       int64_t quantAxis,
                                                       int64_t reduction,
                                                       const char *roundMode,
                                                       uint64_t *workspaceSize,
                                                       aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceQuantScatterV2`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceQuantScatterV2(void *workspace,
                                       uint64_t workspaceSize,
                                       aclOpExecutor *executor,
                                       aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
