/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnGroupedMatmulFinalizeRouting`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Multiplies groups of rows by weights of their own, and adds the results to the rows that `rowIndex` names.
 */
aclnnStatus aclnnGroupedMatmulFinalizeRoutingGetWorkspaceSize(const aclTensor *x,
                                                              aclTensor *w,
                                                              const aclTensor *scaleOptional,
                                                              const aclTensor *biasOptional,
                                                              const aclTensor *pertokenScaleOptional,
                                                              const aclTensor *groupListOptional,
                                                              const aclTensor *sharedInputOptional,
                                                              const aclTensor *logitOptional,
                                                              const aclTensor *rowIndexOptional,
                                                              int64_t dtype,
                                                              float sharedInputWeight,
                                                              int64_t sharedInputOffset,
                                                              bool transposeX,
                                                              bool transposeW,
                                                              int64_t groupListType,
                                                              aclTensor *y,
                                                              uint64_t *workspaceSize,
                                                              aclOpExecutor **executor);

/**
 * Second phase of `aclnnGroupedMatmulFinalizeRouting`: queues the computation on `stream`.
 */
aclnnStatus aclnnGroupedMatmulFinalizeRouting(void *workspace,
                                              uint64_t workspaceSize,
                                              aclOpExecutor *executor,
                                              aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
