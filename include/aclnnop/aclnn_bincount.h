/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnBincount`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes how often each number from 0 on occurs in `self`, or the sum of its `weights`, added in DOUBLE. Numbers below 0, or not below the length of `out`, are not
 * counted; those of INT64 have their low 32 bits.
 */
aclnnStatus aclnnBincountGetWorkspaceSize(const aclTensor *self,
                                          const aclTensor *weights,
                                          int64_t minlength,
                                          aclTensor *out,
                                          uint64_t *workspaceSize,
                                          aclOpExecutor **executor);

/**
 * Second phase of `aclnnBincount`: queues the computation on `stream`.
 */
aclnnStatus aclnnBincount(void *workspace,
                          uint64_t workspaceSize,
                          aclOpExecutor *executor,
                          aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
