/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnTopk`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes the `k` largest elements along `dim`, falling, or the smallest ones, rising, and their indices. NaN is larger than every number; of equal elements the first ones are taken, in their
 * order. If all are taken and `sorted` is false, they stay as they are.
 */
aclnnStatus aclnnTopkGetWorkspaceSize(const aclTensor *self,
                                      int64_t k,
                                      int64_t dim,
                                      bool largest,
                                      bool sorted,
                                      aclTensor *valuesOut,
                                      aclTensor *indicesOut,
                                      uint64_t *workspaceSize,
                                      aclOpExecutor **executor);

/**
 * Second phase of `aclnnTopk`: queues the computation on `stream`.
 */
aclnnStatus aclnnTopk(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
