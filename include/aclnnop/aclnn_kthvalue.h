/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnKthvalue`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes the element along `dim` that is number `k`, counted from 1, in rising order, and its index; of equal elements that which a stable sort puts there. NaN is larger than every
 * number.
 */
aclnnStatus aclnnKthvalueGetWorkspaceSize(const aclTensor *self,
                                          int64_t k,
                                          int64_t dim,
                                          bool keepdim,
                                          aclTensor *valuesOut,
                                          aclTensor *indicesOut,
                                          uint64_t *workspaceSize,
                                          aclOpExecutor **executor);

/**
 * Second phase of `aclnnKthvalue`: queues the computation on `stream`.
 */
aclnnStatus aclnnKthvalue(void *workspace,
                          uint64_t workspaceSize,
                          aclOpExecutor *executor,
                          aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
