/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnSimThreadExponential`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Fills `selfRef` with numbers of the exponential distribution with the rate `lambda`, by `seed` and `offset`. `count` is the number of elements.
 */
aclnnStatus aclnnSimThreadExponentialGetWorkspaceSize(aclTensor *selfRef,
                                                      int64_t count,
                                                      double lambda,
                                                      int64_t seed,
                                                      int64_t offset,
                                                      uint64_t *workspaceSize,
                                                      aclOpExecutor **executor);

/**
 * Second phase of `aclnnSimThreadExponential`: queues the computation on `stream`.
 */
aclnnStatus aclnnSimThreadExponential(void *workspace,
                                      uint64_t workspaceSize,
                                      aclOpExecutor *executor,
                                      aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
