/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnUnique2`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes each value of `self` once, as `aclnnUnique` does, and with `returnCounts` how often it occurs. `valueOut` and `countsOut` are dense and have
 * room for all elements; the call gives them one dimension, of as many values as there are.
 */
aclnnStatus aclnnUnique2GetWorkspaceSize(const aclTensor *self,
                                         bool sorted,
                                         bool returnInverse,
                                         bool returnCounts,
                                         aclTensor *valueOut,
                                         aclTensor *inverseOut,
                                         aclTensor *countsOut,
                                         uint64_t *workspaceSize,
                                         aclOpExecutor **executor);

/**
 * Second phase of `aclnnUnique2`: queues the computation on `stream`.
 */
aclnnStatus aclnnUnique2(void *workspace,
                         uint64_t workspaceSize,
                         aclOpExecutor *executor,
                         aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
