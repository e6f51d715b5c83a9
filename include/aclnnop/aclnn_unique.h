/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnUnique`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes each value of `self` once, ascending whatever `sorted` says, NaN last and each by itself; and with `returnInverse` for each element the number of
 * its value. `valueOut` is dense and has room for all elements; the call gives it one dimension, of as many values as there are.
 */
aclnnStatus aclnnUniqueGetWorkspaceSize(const aclTensor *self,
                                        bool sorted,
                                        bool returnInverse,
                                        aclTensor *valueOut,
                                        aclTensor *inverseOut,
                                        uint64_t *workspaceSize,
                                        aclOpExecutor **executor);

/**
 * Second phase of `aclnnUnique`: queues the computation on `stream`.
 */
aclnnStatus aclnnUnique(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
