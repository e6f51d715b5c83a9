/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnApplyRotaryPosEmb`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Rotates the rows of `queryRef` and `keyRef` in place: `x * cos + (-x2, x1) * sin` of both halves. `cos` and `sin` have one head; where their rows are shorter,
 * the leading elements are rotated. `layout` is 1 (BSND), 2 (SBND), 3 (BNSD) or 4 (TND). FLOAT, FLOAT16 or BFLOAT16.
 */
aclnnStatus aclnnApplyRotaryPosEmbGetWorkspaceSize(aclTensor *queryRef,
                                                   aclTensor *keyRef,
                                                   const aclTensor *cos,
                                                   const aclTensor *sin,
                                                   int64_t layout,
                                                   uint64_t *workspaceSize,
                                                   aclOpExecutor **executor);

/**
 * Second phase of `aclnnApplyRotaryPosEmb`: queues the computation on `stream`.
 */
aclnnStatus aclnnApplyRotaryPosEmb(void *workspace,
                                   uint64_t workspaceSize,
                                   aclOpExecutor *executor,
                                   aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
