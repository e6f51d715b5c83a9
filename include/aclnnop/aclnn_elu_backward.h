/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnEluBackward`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the gradient of the exponential linear unit by what it was computed of, or by its result if `isResult` is true; `alpha` is then not below 0. `gradInput` has any type that the
 * result can be cast to.
 */
aclnnStatus aclnnEluBackwardGetWorkspaceSize(const aclTensor *gradOutput,
                                             const aclScalar *alpha,
                                             const aclScalar *scale,
                                             const aclScalar *inputScale,
                                             bool isResult,
                                             const aclTensor *selfOrResult,
                                             aclTensor *gradInput,
                                             uint64_t *workspaceSize,
                                             aclOpExecutor **executor);

/**
 * Second phase of `aclnnEluBackward`: queues the computation on `stream`.
 */
aclnnStatus aclnnEluBackward(void *workspace,
                             uint64_t workspaceSize,
                             aclOpExecutor *executor,
                             aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
