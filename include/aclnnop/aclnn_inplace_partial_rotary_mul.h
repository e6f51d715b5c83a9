/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnInplacePartialRotaryMul`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Rotates the neighbours in columns `[start, end)` of `xRef`, (B, S, N, D), in place; the other columns stay. Without `partialSlice` all columns are rotated.
 * `cos` and `sin` broadcast, with `end - start` columns, and have the type of `xRef` or FLOAT. `rotaryMode` is 1. FLOAT, FLOAT16 or BFLOAT16.
 */
aclnnStatus aclnnInplacePartialRotaryMulGetWorkspaceSize(const aclTensor *xRef,
                                                         const aclTensor *cos,
                                                         const aclTensor *sin,
                                                         int64_t rotaryMode,
                                                         const aclIntArray *partialSlice,
                                                         uint64_t *workspaceSize,
                                                         aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplacePartialRotaryMul`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplacePartialRotaryMul(void *workspace,
                                         uint64_t workspaceSize,
                                         aclOpExecutor *executor,
                                         aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
