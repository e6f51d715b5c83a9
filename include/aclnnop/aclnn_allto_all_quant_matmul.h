/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnAlltoAllQuantMatmul`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Multiplies blocks of rows: each rank gets its block of the rows of `x1` (BS, H) of all ranks, their columns side by side in the order of ranks, quantises them where `x1QuantMode` is 7, and
 * multiplies them by `x2` (ranks × H, N). `x1QuantMode` 3: INT4 with FLOAT scales of rows, (BS), of which this rank's are read, on Ascend910B, where it is 7 for numbers that are not quantised. 7: FLOAT16 or BFLOAT16, each row times
 * `x1ScaleOptional` (ranks × H) quantised by its range to the type of `x2`, INT8 or INT4, on Ascend910B; without factors to `x1QuantDtype`, FLOAT8_E5M2 (35) or FLOAT8_E4M3FN (36), on
 * Ascend950. 6: FLOAT8 or FLOAT4_E2M1 with scales of 32 columns, FLOAT8_E8M0, on Ascend950. `x2Scale` (N), or (N, pairs of blocks, 2). The bias, (N), is added behind the scales on
 * Ascend910B, before them on Ascend950.
 */
aclnnStatus aclnnAlltoAllQuantMatmulGetWorkspaceSize(const aclTensor *x1,
                                                     const aclTensor *x2,
                                                     const aclTensor *biasOptional,
                                                     const aclTensor *x1ScaleOptional,
                                                     const aclTensor *x2Scale,
                                                     const aclTensor *commScaleOptional,
                                                     const aclTensor *x1OffsetOptional,
                                                     const aclTensor *x2OffsetOptional,
                                                     const char *group,
                                                     const aclIntArray *alltoAllAxesOptional,
                                                     int64_t x1QuantMode,
                                                     int64_t x2QuantMode,
                                                     int64_t commQuantMode,
                                                     int64_t commQuantDtype,
                                                     int64_t x1QuantDtype,
                                                     int64_t groupSize,
                                                     bool transposeX1,
                                                     bool transposeX2,
                                                     const aclTensor *output,
                                                     const aclTensor *alltoAllOutOptional,
                                                     uint64_t *workspaceSize,
                                                     aclOpExecutor **executor);

/**
 * Second phase of `aclnnAlltoAllQuantMatmul`: queues the computation on `stream`.
 */
aclnnStatus aclnnAlltoAllQuantMatmul(void *workspace,
                                     uint64_t workspaceSize,
                                     aclOpExecutor *executor,
                                     aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
