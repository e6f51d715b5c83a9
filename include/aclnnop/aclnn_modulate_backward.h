/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnModulateBackward`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `gradOutput * scale`, and where they are wanted the sums of `gradOutput * input` and of `gradOutput` along the second of three dimensions, along
 * which `scale` is the same.
 */
aclnnStatus aclnnModulateBackwardGetWorkspaceSize(const aclTensor *gradOutput,
                                                  const aclTensor *input,
                                                  const aclTensor *scale,
                                                  const aclTensor *shift,
                                                  const aclTensor *gradInput,
                                                  const aclTensor *gradScale,
                                                  const aclTensor *gradShift,
                                                  uint64_t *workspaceSize,
                                                  aclOpExecutor **executor);

/**
 * Second phase of `aclnnModulateBackward`: queues the computation on `stream`.
 */
aclnnStatus aclnnModulateBackward(void *workspace,
                                  uint64_t workspaceSize,
                                  aclOpExecutor *executor,
                                  aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
