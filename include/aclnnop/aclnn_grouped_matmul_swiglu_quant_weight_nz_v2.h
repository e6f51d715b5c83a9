/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnGroupedMatmulSwigluQuantWeightNzV2`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Multiplies groups of rows by weights of their own, and quantises a gated unit of the halves of the results. `tuningConfigOptional` changes nothing.
 */
aclnnStatus aclnnGroupedMatmulSwigluQuantWeightNzV2GetWorkspaceSize(const aclTensor *x,
                                                                    const aclTensorList *weight,
                                                                    const aclTensorList *weightScale,
                                                                    const aclTensorList *weightAssistMatrix,
                                                                    const aclTensor *bias,
                                                                    const aclTensor *xScale,
                                                                    const aclTensor *smoothScale,
                                                                    const aclTensor *groupList,
                                                                    int64_t dequantMode,
                                                                    int64_t dequantDtype,
                                                                    int64_t quantMode,
                                                                    int64_t groupListType,
                                                                    const aclIntArray *tuningConfigOptional,
                                                                    aclTensor *output,
                                                                    aclTensor *outputScale,
                                                                    uint64_t *workspaceSize,
                                                                    aclOpExecutor **executor);

/**
 * Second phase of `aclnnGroupedMatmulSwigluQuantWeightNzV2`: queues the computation on `stream`.
 */
aclnnStatus aclnnGroupedMatmulSwigluQuantWeightNzV2(void *workspace,
                                                    uint64_t workspaceSize,
                                                    aclOpExecutor *executor,
                                                    aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
