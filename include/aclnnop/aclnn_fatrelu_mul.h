/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnFatreluMul`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `a b` of the halves of `input` along the last dimension, or 0 times b where a is not above `threshold`, which has one element; rounded once. All have one type.
 */
aclnnStatus aclnnFatreluMulGetWorkspaceSize(const aclTensor *input,
                                            const aclTensor *threshold,
                                            const aclTensor *out,
                                            uint64_t *workspaceSize,
                                            aclOpExecutor **executor);

/**
 * Second phase of `aclnnFatreluMul`: queues the computation on `stream`.
 */
aclnnStatus aclnnFatreluMul(void *workspace,
                            uint64_t workspaceSize,
                            aclOpExecutor *executor,
                            aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
