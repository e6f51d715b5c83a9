/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnGatherV3`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `out` as `self` with axis `dim` replaced by the axes of `index`, the first `batchDims` of which both have. An index outside the axis fails the
 * task. `mode` says how indices are spread, which changes no result. Chips before Ascend950 take `dim` 0, `batchDims` 0 and `mode` 1 only.
 */
aclnnStatus aclnnGatherV3GetWorkspaceSize(const aclTensor *self,
                                          int64_t dim,
                                          const aclTensor *index,
                                          int64_t batchDims,
                                          int64_t mode,
                                          aclTensor *out,
                                          uint64_t *workspaceSize,
                                          aclOpExecutor **executor);

/**
 * Second phase of `aclnnGatherV3`: queues the computation on `stream`.
 */
aclnnStatus aclnnGatherV3(void *workspace,
                          uint64_t workspaceSize,
                          aclOpExecutor *executor,
                          aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
