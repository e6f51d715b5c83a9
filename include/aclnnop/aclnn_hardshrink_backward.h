/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnHardshrinkBackward`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `gradOutput`, or 0 where the size of the element is at most `lambd`; one below 0 counts as 0. Broadcast, in the type that both promote to.
 */
aclnnStatus aclnnHardshrinkBackwardGetWorkspaceSize(const aclTensor *gradOutput,
                                                    const aclTensor *self,
                                                    const aclScalar *lambd,
                                                    aclTensor *gradInput,
                                                    uint64_t *workspaceSize,
                                                    aclOpExecutor **executor);

/**
 * Second phase of `aclnnHardshrinkBackward`: queues the computation on `stream`.
 */
aclnnStatus aclnnHardshrinkBackward(void *workspace,
                                    uint64_t workspaceSize,
                                    aclOpExecutor *executor,
                                    aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
