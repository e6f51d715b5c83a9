/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnMoeComputeExpertTokens`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes for each of `numExperts` experts (at most 2048) how many elements of `sortedExperts`, which rise, are of it or of an expert before it.
 */
aclnnStatus aclnnMoeComputeExpertTokensGetWorkspaceSize(const aclTensor *sortedExperts,
                                                        int64_t numExperts,
                                                        const aclTensor *out,
                                                        uint64_t *workspaceSize,
                                                        aclOpExecutor **executor);

/**
 * Second phase of `aclnnMoeComputeExpertTokens`: queues the computation on `stream`.
 */
aclnnStatus aclnnMoeComputeExpertTokens(void *workspace,
                                        uint64_t workspaceSize,
                                        aclOpExecutor *executor,
                                        aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
