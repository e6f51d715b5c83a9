/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnHardsigmoid`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `min(max(x + 3, 0), 6) / 6` of each element, rounded once.
 */
aclnnStatus aclnnHardsigmoidGetWorkspaceSize(const aclTensor *self,
                                             aclTensor *out,
                                             uint64_t *workspaceSize,
                                             aclOpExecutor **executor);

/**
 * Second phase of `aclnnHardsigmoid`: queues the computation on `stream`.
 */
aclnnStatus aclnnHardsigmoid(void *workspace,
                             uint64_t workspaceSize,
                             aclOpExecutor *executor,
                             aclrtStream stream);

/**
 * First phase of `aclnnInplaceHardsigmoid`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `min(max(x + 3, 0), 6) / 6` of each element in place, rounded once.
 */
aclnnStatus aclnnInplaceHardsigmoidGetWorkspaceSize(const aclTensor *self,
                                                    uint64_t *workspaceSize,
                                                    aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceHardsigmoid`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceHardsigmoid(void *workspace,
                                    uint64_t workspaceSize,
                                    aclOpExecutor *executor,
                                    aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
