/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnInterleaveRope`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Puts the even elements of each row of `x`, (B, N, S, 64), before the odd ones, and computes `x * cos + (-x2, x1) * sin` of both halves. `cos` and `sin` have one
 * head, and one position or all. FLOAT16 or BFLOAT16, on Ascend950 also FLOAT.
 */
aclnnStatus aclnnInterleaveRopeGetWorkspaceSize(const aclTensor *x,
                                                const aclTensor *cos,
                                                const aclTensor *sin,
                                                aclTensor *out,
                                                uint64_t *workspaceSize,
                                                aclOpExecutor **executor);

/**
 * Second phase of `aclnnInterleaveRope`: queues the computation on `stream`.
 */
aclnnStatus aclnnInterleaveRope(void *workspace,
                                uint64_t workspaceSize,
                                aclOpExecutor *executor,
                                aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
