/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnGridSampler3DBackward`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the gradients of `aclnnGridSampler3D` that `outputMask` asks for: first by `input`, then by `grid`.
 */
aclnnStatus aclnnGridSampler3DBackwardGetWorkspaceSize(const aclTensor *gradOutput,
                                                       const aclTensor *input,
                                                       const aclTensor *grid,
                                                       int64_t interpolationMode,
                                                       int64_t paddingMode,
                                                       bool alignCorners,
                                                       const aclBoolArray *outputMask,
                                                       aclTensor *inputGrad,
                                                       aclTensor *gridGrad,
                                                       uint64_t *workspaceSize,
                                                       aclOpExecutor **executor);

/**
 * Second phase of `aclnnGridSampler3DBackward`: queues the computation on `stream`.
 */
aclnnStatus aclnnGridSampler3DBackward(void *workspace,
                                       uint64_t workspaceSize,
                                       aclOpExecutor *executor,
                                       aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
