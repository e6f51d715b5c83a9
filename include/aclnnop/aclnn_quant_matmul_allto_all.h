/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnQuantMatmulAlltoAll`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Multiplies `x1` (BS, H1) by `x2` (H1, H2); the columns of the product are cut in a block for each rank, and each rank gets its block of all ranks, one below the other in the order of ranks.
 * `x1QuantMode` 3: INT8 on Ascend910B, FLOAT8 on Ascend950, with FLOAT scales of rows, (BS), and columns, (H2). 6: FLOAT8 or FLOAT4_E2M1 with scales of 32 inner elements, FLOAT8_E8M0,
 * on Ascend950. The bias, (H2), is added behind the scales on Ascend910B, where it must be given, before them on Ascend950.
 */
aclnnStatus aclnnQuantMatmulAlltoAllGetWorkspaceSize(const aclTensor *x1,
                                                     const aclTensor *x2,
                                                     const aclTensor *biasOptional,
                                                     const aclTensor *x1Scale,
                                                     const aclTensor *x2Scale,
                                                     const aclTensor *commScaleOptional,
                                                     const aclTensor *x1OffsetOptional,
                                                     const aclTensor *x2OffsetOptional,
                                                     const aclIntArray *alltoAllAxesOptional,
                                                     const char *group,
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
 * Second phase of `aclnnQuantMatmulAlltoAll`: queues the computation on `stream`.
 */
aclnnStatus aclnnQuantMatmulAlltoAll(void *workspace,
                                     uint64_t workspaceSize,
                                     aclOpExecutor *executor,
                                     aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
