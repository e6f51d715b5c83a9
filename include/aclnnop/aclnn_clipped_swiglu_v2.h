/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnClippedSwigluV2`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes what `aclnnClippedSwiglu` does if `clampMode` is 0, or, if it is 1, `a / (1 + e^-a)`, brought to at most `limit`, times `b`, brought between `-limit` and `limit`.
 */
aclnnStatus aclnnClippedSwigluV2GetWorkspaceSize(const aclTensor *x,
                                                 const aclTensor *groupIndexOptional,
                                                 int64_t dim,
                                                 double alpha,
                                                 double limit,
                                                 double bias,
                                                 bool interleaved,
                                                 int64_t clampMode,
                                                 const aclTensor *out,
                                                 uint64_t *workspaceSize,
                                                 aclOpExecutor **executor);

/**
 * Second phase of `aclnnClippedSwigluV2`: queues the computation on `stream`.
 */
aclnnStatus aclnnClippedSwigluV2(void *workspace,
                                 uint64_t workspaceSize,
                                 aclOpExecutor *executor,
                                 aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
