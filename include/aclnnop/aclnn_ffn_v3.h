/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnFFNV3`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Multiplies rows with two weights, of each expert if there are experts, with an activation between.
 */
aclnnStatus aclnnFFNV3GetWorkspaceSize(const aclTensor *x,
                                       const aclTensor *weight1,
                                       const aclTensor *weight2,
                                       const aclTensor *expertTokensOptional,
                                       const aclTensor *bias1Optional,
                                       const aclTensor *bias2Optional,
                                       const aclTensor *scaleOptional,
                                       const aclTensor *offsetOptional,
                                       const aclTensor *deqScale1Optional,
                                       const aclTensor *deqScale2Optional,
                                       const aclTensor *antiquantScale1Optional,
                                       const aclTensor *antiquantScale2Optional,
                                       const aclTensor *antiquantOffset1Optional,
                                       const aclTensor *antiquantOffset2Optional,
                                       const char *activation,
                                       int64_t innerPrecise,
                                       bool tokensIndexFlag,
                                       const aclTensor *y,
                                       uint64_t *workspaceSize,
                                       aclOpExecutor **executor);

/**
 * Second phase of `aclnnFFNV3`: queues the computation on `stream`.
 */
aclnnStatus aclnnFFNV3(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
