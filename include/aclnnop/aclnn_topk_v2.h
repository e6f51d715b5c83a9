/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnTopkV2`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * As `aclnnTopk`. `sortPolicy` is 0 or 1, which asks for equal elements in their order: they are in both cases.
 */
aclnnStatus aclnnTopkV2GetWorkspaceSize(const aclTensor *self,
                                        int64_t k,
                                        int64_t dim,
                                        bool largest,
                                        bool sorted,
                                        int64_t sortPolicy,
                                        aclTensor *valuesOut,
                                        aclTensor *indicesOut,
                                        uint64_t *workspaceSize,
                                        aclOpExecutor **executor);

/**
 * Second phase of `aclnnTopkV2`: queues the computation on `stream`.
 */
aclnnStatus aclnnTopkV2(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
