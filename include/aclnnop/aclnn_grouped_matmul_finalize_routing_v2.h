/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnGroupedMatmulFinalizeRoutingV2`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Multiplies groups of rows by weights of their own, and adds the results to the rows that `rowIndex` names.
 */
aclnnStatus aclnnGroupedMatmulFinalizeRoutingV2GetWorkspaceSize(const aclTensor *x1,
                                                                aclTensor *x2,
                                                                const aclTensor *scaleOptional,
                                                                const aclTensor *biasOptional,
                                                                const aclTensor *offsetOptional,
                                                                const aclTensor *antiquantScaleOptional,
                                                                const aclTensor *antiquantOffsetOptional,
                                                                const aclTensor *pertokenScaleOptional,
                                                                const aclTensor *groupListOptional,
                                                                const aclTensor *sharedInputOptional,
                                                                const aclTensor *logitOptional,
                                                                const aclTensor *rowIndexOptional,
                                                                int64_t dtype,
                                                                float sharedInputWeight,
                                                                int64_t sharedInputOffset,
                                                                bool transposeX1,
                                                                bool transposeX2,
                                                                int64_t groupListType,
                                                                aclTensor *out,
                                                                uint64_t *workspaceSize,
                                                                aclOpExecutor **executor);

/**
 * Second phase of `aclnnGroupedMatmulFinalizeRoutingV2`: queues the computation on `stream`.
 */
aclnnStatus aclnnGroupedMatmulFinalizeRoutingV2(void *workspace,
                                                uint64_t workspaceSize,
                                                aclOpExecutor *executor,
                                                aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
