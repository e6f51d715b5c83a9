/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnDynamicMxQuantWithDualAxisV2`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Quantises `x` in blocks of 32 along its last axis and along the one before.
 */
aclnnStatus aclnnDynamicMxQuantWithDualAxisV2GetWorkspaceSize(const aclTensor *x,
                                                              char *roundModeOptional,
                                                              int64_t dstType,
                                                              int64_t scaleAlg,
                                                              double dstTypeMax,
                                                              const aclTensor *y1Out,
                                                              const aclTensor *mxscale1Out,
                                                              const aclTensor *y2Out,
                                                              const aclTensor *mxscale2Out,
                                                              uint64_t *workspaceSize,
                                                              aclOpExecutor **executor);

/**
 * Second phase of `aclnnDynamicMxQuantWithDualAxisV2`: queues the computation on `stream`.
 */
aclnnStatus aclnnDynamicMxQuantWithDualAxisV2(void *workspace,
                                              uint64_t workspaceSize,
                                              aclOpExecutor *executor,
                                              aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
