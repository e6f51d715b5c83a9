/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnQuantMatmulAlltoAllV2`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * As `aclnnQuantMatmulAlltoAll`. `commMode` ("aiv", "ai_cpu", "ccu") changes nothing here.
 */
aclnnStatus aclnnQuantMatmulAlltoAllV2GetWorkspaceSize(const aclTensor *x1,
                                                       const aclTensor *x2,
                                                       const aclTensor *biasOptional,
                                                       const aclTensor *x1Scale,
                                                       const aclTensor *x2Scale,
                                                       const aclTensor *commScaleOptional,
                                                       const aclTensor *x1OffsetOptional,
                                                       const aclTensor *x2OffsetOptional,
                                                       const aclIntArray *alltoAllAxesOptional,
                                                       const char *group,
                                                       const char *commMode,
                                                       int64_t x1QuantMode,
                                                       int64_t x2QuantMode,
                                                       int64_t commQuantMode,
                                                       int64_t commQuantDtype,
                                                       int64_t groupSize,
                                                       bool transposeX1,
                                                       bool transposeX2,
                                                       const aclTensor *output,
                                                       uint64_t *workspaceSize,
                                                       aclOpExecutor **executor);

/**
 * Second phase of `aclnnQuantMatmulAlltoAllV2`: queues the computation on `stream`.
 */
aclnnStatus aclnnQuantMatmulAlltoAllV2(void *workspace,
                                       uint64_t workspaceSize,
                                       aclOpExecutor *executor,
                                       aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
