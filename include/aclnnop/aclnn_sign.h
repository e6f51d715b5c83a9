/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnSign`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes 1, 0 or -1 by the sign of each element, 0 for NaN; of complex numbers the one of modulus 1 at the same angle. `result` has the
 * type of `self`. Any rank.
 */
aclnnStatus aclnnSignGetWorkspaceSize(const aclTensor *self,
                                      aclTensor *result,
                                      uint64_t *workspaceSize,
                                      aclOpExecutor **executor);

/**
 * Second phase of `aclnnSign`: queues the computation on `stream`.
 */
aclnnStatus aclnnSign(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
