/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnApplyTopKTopPCustom`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Does what `aclnnApplyTopKTopP` does.
 */
aclnnStatus aclnnApplyTopKTopPCustomGetWorkspaceSize(const aclTensor *logits,
                                                     const aclTensor *p,
                                                     const aclTensor *k,
                                                     aclTensor *out,
                                                     uint64_t *workspaceSize,
                                                     aclOpExecutor **executor);

/**
 * Second phase of `aclnnApplyTopKTopPCustom`: queues the computation on `stream`.
 */
aclnnStatus aclnnApplyTopKTopPCustom(void *workspace,
                                     uint64_t workspaceSize,
                                     aclOpExecutor *executor,
                                     aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
