/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnLogAddExp2`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `log2(2^self + 2^other)`, broadcast, in the type of `out`, to which both are converted first.
 */
aclnnStatus aclnnLogAddExp2GetWorkspaceSize(const aclTensor *self,
                                            const aclTensor *other,
                                            aclTensor *out,
                                            uint64_t *workspaceSize,
                                            aclOpExecutor **executor);

/**
 * Second phase of `aclnnLogAddExp2`: queues the computation on `stream`.
 */
aclnnStatus aclnnLogAddExp2(void *workspace,
                            uint64_t workspaceSize,
                            aclOpExecutor *executor,
                            aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
