/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnPrecisionCompare`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes 0 if all elements of `realdata` equal those of `golden`, else 503. A NaN equals nothing. `out` has rank 0.
 */
aclnnStatus aclnnPrecisionCompareGetWorkspaceSize(const aclTensor *golden,
                                                  const aclTensor *realdata,
                                                  aclTensor *out,
                                                  uint64_t *workspaceSize,
                                                  aclOpExecutor **executor);

/**
 * Second phase of `aclnnPrecisionCompare`: queues the computation on `stream`.
 */
aclnnStatus aclnnPrecisionCompare(void *workspace,
                                  uint64_t workspaceSize,
                                  aclOpExecutor *executor,
                                  aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
