/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnQuantGroupedMatmulDequant`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Quantises groups of rows, multiplies them with weights of their own and scales the results.
 */
aclnnStatus aclnnQuantGroupedMatmulDequantGetWorkspaceSize(const aclTensor *x,
                                                           const aclTensor *weight,
                                                           const aclTensor *weightScale,
                                                           const aclTensor *groupList,
                                                           const aclTensor *biasOptional,
                                                           const aclTensor *xScaleOptional,
                                                           const aclTensor *xOffsetOptional,
                                                           const aclTensor *smoothScaleOptional,
                                                           char *xQuantMode,
                                                           bool transposeWeight,
                                                           const aclTensor *out,
                                                           uint64_t *workspaceSize,
                                                           aclOpExecutor **executor);

/**
 * Second phase of `aclnnQuantGroupedMatmulDequant`: queues the computation on `stream`.
 */
aclnnStatus aclnnQuantGroupedMatmulDequant(void *workspace,
                                           uint64_t workspaceSize,
                                           aclOpExecutor *executor,
                                           aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
