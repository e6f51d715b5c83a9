/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnConstantPadNd`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Copies `self` with `pad[2k]` elements before and `pad[2k + 1]` behind dimension `k` from the last, all of them `value`. Negative counts cut
 * elements off.
 */
aclnnStatus aclnnConstantPadNdGetWorkspaceSize(const aclTensor *self,
                                               const aclIntArray *pad,
                                               const aclScalar *value,
                                               aclTensor *out,
                                               uint64_t *workspaceSize,
                                               aclOpExecutor **executor);

/**
 * Second phase of `aclnnConstantPadNd`: queues the computation on `stream`.
 */
aclnnStatus aclnnConstantPadNd(void *workspace,
                               uint64_t workspaceSize,
                               aclOpExecutor *executor,
                               aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
