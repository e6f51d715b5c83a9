/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnInplacePartialRotaryMulGrad`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Makes of columns `[start, end)` of `dyRef`, the gradient by the result of `aclnnInplacePartialRotaryMul`, the gradient by its operand, in place. `cos` and `sin`
 * have one type. `rotaryMode` is 1. FLOAT, FLOAT16 or BFLOAT16, on Ascend950.
 */
aclnnStatus aclnnInplacePartialRotaryMulGradGetWorkspaceSize(aclTensor *dyRef,
                                                             const aclTensor *cos,
                                                             const aclTensor *sin,
                                                             int64_t rotaryMode,
                                                             const aclIntArray *partialSlice,
                                                             uint64_t *workspaceSize,
                                                             aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplacePartialRotaryMulGrad`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplacePartialRotaryMulGrad(void *workspace,
                                             uint64_t workspaceSize,
                                             aclOpExecutor *executor,
                                             aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
