/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnSin`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the sine of each element, in radians. `out` has the data type of `self`: FLOAT, FLOAT16 or BFLOAT16; `HOSTNPU_CONTRACT`
 * allows more.
 */
aclnnStatus aclnnSinGetWorkspaceSize(const aclTensor *self,
                                     aclTensor *out,
                                     uint64_t *workspaceSize,
                                     aclOpExecutor **executor);

/**
 * Second phase of `aclnnSin`: queues the computation on `stream`.
 */
aclnnStatus aclnnSin(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

/**
 * First phase of `aclnnInplaceSin`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the sine of each element in place, in radians: FLOAT, FLOAT16 or BFLOAT16; `HOSTNPU_CONTRACT` allows more.
 */
aclnnStatus aclnnInplaceSinGetWorkspaceSize(aclTensor *selfRef,
                                            uint64_t *workspaceSize,
                                            aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceSin`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceSin(void *workspace,
                            uint64_t workspaceSize,
                            aclOpExecutor *executor,
                            aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
