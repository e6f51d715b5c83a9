/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnInplacePut`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes the elements of `source` to those of `selfRef` that `index` numbers in row-major order, or adds them; of several the last one stays. An index
 * below 0 counts from the end; one outside fails the task.
 */
aclnnStatus aclnnInplacePutGetWorkspaceSize(aclTensor *selfRef,
                                            const aclTensor *index,
                                            const aclTensor *source,
                                            bool accumulate,
                                            uint64_t *workspaceSize,
                                            aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplacePut`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplacePut(void *workspace,
                            uint64_t workspaceSize,
                            aclOpExecutor *executor,
                            aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
