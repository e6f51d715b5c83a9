/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnApplyTopKTopP`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Copies rows, with minus infinity in place of what is below the `k`-th largest element, and of the smallest elements whose probabilities, of those that stay, add up to at most `1 - p`; the largest element stays.
 * `p` or `k` may be null; a `k` that is not above 0 and below the length counts nothing.
 */
aclnnStatus aclnnApplyTopKTopPGetWorkspaceSize(const aclTensor *logits,
                                               const aclTensor *p,
                                               const aclTensor *k,
                                               aclTensor *out,
                                               uint64_t *workspaceSize,
                                               aclOpExecutor **executor);

/**
 * Second phase of `aclnnApplyTopKTopP`: queues the computation on `stream`.
 */
aclnnStatus aclnnApplyTopKTopP(void *workspace,
                               uint64_t workspaceSize,
                               aclOpExecutor *executor,
                               aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
