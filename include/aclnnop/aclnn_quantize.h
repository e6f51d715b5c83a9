/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnQuantize`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Divides `x` by scales, adds zero points, and rounds.
 */
aclnnStatus aclnnQuantizeGetWorkspaceSize(const aclTensor *x,
                                          const aclTensor *scales,
                                          const aclTensor *zeroPoints,
                                          aclDataType dtype,
                                          int32_t axis,
                                          aclTensor *out,
                                          uint64_t *workspaceSize,
                                          aclOpExecutor **executor);

/**
 * Second phase of `aclnnQuantize`: queues the computation on `stream`.
 */
aclnnStatus aclnnQuantize(void *workspace,
                          uint64_t workspaceSize,
                          aclOpExecutor *executor,
                          aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
