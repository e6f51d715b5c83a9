/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnDequantBias`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Multiplies INT32 by scales of columns and of rows, and adds a bias.
 */
aclnnStatus aclnnDequantBiasGetWorkspaceSize(const aclTensor *x,
                                             const aclTensor *weightScale,
                                             const aclTensor *activateScaleOptional,
                                             const aclTensor *biasOptional,
                                             int64_t outputDtype,
                                             const aclTensor *out,
                                             uint64_t *workspaceSize,
                                             aclOpExecutor **executor);

/**
 * Second phase of `aclnnDequantBias`: queues the computation on `stream`.
 */
aclnnStatus aclnnDequantBias(void *workspace,
                             uint64_t workspaceSize,
                             aclOpExecutor *executor,
                             aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
