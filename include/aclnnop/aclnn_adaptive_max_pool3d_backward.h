/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnAdaptiveMaxPool3dBackward`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes what each element of `self` gains: the elements of `gradOutput` whose index it is, summed in their order and rounded once. An index that the volume does
 * not have is an error of the stream.
 */
aclnnStatus aclnnAdaptiveMaxPool3dBackwardGetWorkspaceSize(const aclTensor *gradOutput,
                                                           const aclTensor *self,
                                                           const aclTensor *indices,
                                                           aclTensor *gradInput,
                                                           uint64_t *workspaceSize,
                                                           aclOpExecutor **executor);

/**
 * Second phase of `aclnnAdaptiveMaxPool3dBackward`: queues the computation on `stream`.
 */
aclnnStatus aclnnAdaptiveMaxPool3dBackward(void *workspace,
                                           uint64_t workspaceSize,
                                           aclOpExecutor *executor,
                                           aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
