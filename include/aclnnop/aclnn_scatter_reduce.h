/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnScatterReduce`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `out` as `self` with elements of `src` combined at the places that `index` names along axis `dim`. `reduce`: 0 replaces, 1 adds, 2 multiplies, 3
 * and 4 keep the largest and the smallest, 5 gives the mean. What `self` has there counts if `includeSelf` is true.
 */
aclnnStatus aclnnScatterReduceGetWorkspaceSize(const aclTensor *self,
                                               int64_t dim,
                                               const aclTensor *index,
                                               const aclTensor *src,
                                               int64_t reduce,
                                               bool includeSelf,
                                               aclTensor *out,
                                               uint64_t *workspaceSize,
                                               aclOpExecutor **executor);

/**
 * Second phase of `aclnnScatterReduce`: queues the computation on `stream`.
 */
aclnnStatus aclnnScatterReduce(void *workspace,
                               uint64_t workspaceSize,
                               aclOpExecutor *executor,
                               aclrtStream stream);

/**
 * First phase of `aclnnInplaceScatterReduce`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Combines elements of `src` with the places of `selfRef` that `index` names along axis `dim`, as `aclnnScatterReduce`.
 */
aclnnStatus aclnnInplaceScatterReduceGetWorkspaceSize(aclTensor *selfRef,
                                                      int64_t dim,
                                                      const aclTensor *index,
                                                      const aclTensor *src,
                                                      int64_t reduce,
                                                      bool includeSelf,
                                                      uint64_t *workspaceSize,
                                                      aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceScatterReduce`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceScatterReduce(void *workspace,
                                      uint64_t workspaceSize,
                                      aclOpExecutor *executor,
                                      aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
