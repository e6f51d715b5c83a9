/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnWeightQuantPreprocess`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Stores a weight in blocks, and copies its scales and its bias.
 */
aclnnStatus aclnnWeightQuantPreprocessGetWorkspaceSize(const aclTensor *weight,
                                                       const aclTensor *weightScale,
                                                       const aclTensor *weightOffsetOptional,
                                                       const aclTensor *biasOptional,
                                                       aclDataType xDtype,
                                                       aclDataType xScaleDtype,
                                                       int64_t kGroupSize,
                                                       aclTensor *outWeight,
                                                       aclTensor *outWeightScale,
                                                       aclTensor *outWeightOffsetOptional,
                                                       aclTensor *outBiasOptional,
                                                       uint64_t *workspaceSize,
                                                       aclOpExecutor **executor);

/**
 * Second phase of `aclnnWeightQuantPreprocess`: queues the computation on `stream`.
 */
aclnnStatus aclnnWeightQuantPreprocess(void *workspace,
                                       uint64_t workspaceSize,
                                       aclOpExecutor *executor,
                                       aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
