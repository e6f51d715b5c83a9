/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnAddLayerNormQuantV2`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Adds, normalises and quantises rows, with the normalised numbers.
 */
aclnnStatus aclnnAddLayerNormQuantV2GetWorkspaceSize(const aclTensor *x1,
                                                     const aclTensor *x2,
                                                     const aclTensor *gamma,
                                                     const aclTensor *beta,
                                                     const aclTensor *biasOptional,
                                                     const aclTensor *scales1Optional,
                                                     const aclTensor *scales2Optional,
                                                     const aclTensor *zeroPoints1Optional,
                                                     const aclTensor *zeroPoints2Optional,
                                                     const char *quantMode,
                                                     double epsilon,
                                                     bool additionalOutput,
                                                     bool divMode,
                                                     aclTensor *y1Out,
                                                     aclTensor *y2Out,
                                                     aclTensor *xOut,
                                                     aclTensor *layernormRes,
                                                     aclTensor *outScales1Out,
                                                     aclTensor *outScales2Out,
                                                     uint64_t *workspaceSize,
                                                     aclOpExecutor **executor);

/**
 * Second phase of `aclnnAddLayerNormQuantV2`: queues the computation on `stream`.
 */
aclnnStatus aclnnAddLayerNormQuantV2(void *workspace,
                                     uint64_t workspaceSize,
                                     aclOpExecutor *executor,
                                     aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
