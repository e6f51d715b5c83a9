/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnUpsampleNearest1dBackward`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the gradient of `aclnnUpsampleNearest1dV2` by its input: each element of `out`, a tensor of `inputSize`, is the sum of the elements of
 * `gradOut` that were made of it, by the same weights, rounded once.
 */
aclnnStatus aclnnUpsampleNearest1dBackwardGetWorkspaceSize(const aclTensor *gradOut,
                                                           const aclIntArray *outputSize,
                                                           const aclIntArray *inputSize,
                                                           double scales,
                                                           aclTensor *out,
                                                           uint64_t *workspaceSize,
                                                           aclOpExecutor **executor);

/**
 * Second phase of `aclnnUpsampleNearest1dBackward`: queues the computation on `stream`.
 */
aclnnStatus aclnnUpsampleNearest1dBackward(void *workspace,
                                           uint64_t workspaceSize,
                                           aclOpExecutor *executor,
                                           aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
