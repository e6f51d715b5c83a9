/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnFFN`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Multiplies rows with two weights, of each expert if there are experts, with an activation between.
 */
aclnnStatus aclnnFFNGetWorkspaceSize(const aclTensor *x,
                                     const aclTensor *weight1,
                                     const aclTensor *weight2,
                                     const aclIntArray *expertTokens,
                                     const aclTensor *bias1,
                                     const aclTensor *bias2,
                                     const aclTensor *scale,
                                     const aclTensor *offset,
                                     const aclTensor *deqScale1,
                                     const aclTensor *deqScale2,
                                     const aclTensor *antiquantScale1,
                                     const aclTensor *antiquantScale2,
                                     const aclTensor *antiquantOffset1,
                                     const aclTensor *antiquantOffset2,
                                     const char *activation,
                                     int64_t innerPrecise,
                                     const aclTensor *y,
                                     uint64_t *workspaceSize,
                                     aclOpExecutor **executor);

/**
 * Second phase of `aclnnFFN`: queues the computation on `stream`.
 */
aclnnStatus aclnnFFN(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
