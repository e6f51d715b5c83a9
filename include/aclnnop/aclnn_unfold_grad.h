/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnUnfoldGrad`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the gradient of windows of `size` elements, `step` apart, along dimension `dim` of a tensor of shape `inputSizes`, from that of the windows:
 * the sum of all that lie over an element.
 */
aclnnStatus aclnnUnfoldGradGetWorkspaceSize(const aclTensor *gradOut,
                                            const aclIntArray *inputSizes,
                                            int64_t dim,
                                            int64_t size,
                                            int64_t step,
                                            const aclTensor *gradIn,
                                            uint64_t *workspaceSize,
                                            aclOpExecutor **executor);

/**
 * Second phase of `aclnnUnfoldGrad`: queues the computation on `stream`.
 */
aclnnStatus aclnnUnfoldGrad(void *workspace,
                            uint64_t workspaceSize,
                            aclOpExecutor *executor,
                            aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
