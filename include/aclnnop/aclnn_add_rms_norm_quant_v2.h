/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnAddRmsNormQuantV2`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Adds, normalises and quantises rows, with a bias.
 */
aclnnStatus aclnnAddRmsNormQuantV2GetWorkspaceSize(const aclTensor *x1,
                                                   const aclTensor *x2,
                                                   const aclTensor *gamma,
                                                   const aclTensor *scales1,
                                                   const aclTensor *scales2Optional,
                                                   const aclTensor *zeroPoints1Optional,
                                                   const aclTensor *zeroPoints2Optional,
                                                   const aclTensor *betaOptional,
                                                   int64_t axis,
                                                   double epsilon,
                                                   bool divMode,
                                                   aclTensor *y1Out,
                                                   aclTensor *y2Out,
                                                   aclTensor *xOut,
                                                   aclTensor *rmsNormOut,
                                                   uint64_t *workspaceSize,
                                                   aclOpExecutor **executor);

/**
 * Second phase of `aclnnAddRmsNormQuantV2`: queues the computation on `stream`.
 */
aclnnStatus aclnnAddRmsNormQuantV2(void *workspace,
                                   uint64_t workspaceSize,
                                   aclOpExecutor *executor,
                                   aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
