/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnXlog1py`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `x * ln(1 + y)`, broadcast: NaN where `y` is, else 0 where `x` is 0. All tensors have one type. Ascend950 only.
 */
aclnnStatus aclnnXlog1pyGetWorkspaceSize(const aclTensor *x,
                                         const aclTensor *y,
                                         const aclTensor *z,
                                         uint64_t *workspaceSize,
                                         aclOpExecutor **executor);

/**
 * Second phase of `aclnnXlog1py`: queues the computation on `stream`.
 */
aclnnStatus aclnnXlog1py(void *workspace,
                         uint64_t workspaceSize,
                         aclOpExecutor *executor,
                         aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
