/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnQuantMatmulAllReduceV4`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * As `aclnnQuantMatmulAllReduceV3`, on Ascend950 of FLOAT8, HIFLOAT8 and FLOAT4_E2M1 too: with scales of rows and columns, of blocks of 128 × 128 or, of type FLOAT8_E8M0, of 32 inner elements. `commQuantMode` (0, or 1 of FLOAT8) changes nothing here.
 */
aclnnStatus aclnnQuantMatmulAllReduceV4GetWorkspaceSize(const aclTensor *x1,
                                                        const aclTensor *x2,
                                                        const aclTensor *biasOptional,
                                                        const aclTensor *x3Optional,
                                                        const aclTensor *x1ScaleOptional,
                                                        const aclTensor *x2Scale,
                                                        const aclTensor *commQuantScale1Optional,
                                                        const aclTensor *commQuantScale2Optional,
                                                        const char *group,
                                                        const char *reduceOp,
                                                        int64_t commTurn,
                                                        int64_t streamMode,
                                                        int64_t groupSize,
                                                        int64_t commQuantMode,
                                                        const aclTensor *output,
                                                        uint64_t *workspaceSize,
                                                        aclOpExecutor **executor);

/**
 * Second phase of `aclnnQuantMatmulAllReduceV4`: queues the computation on `stream`.
 */
aclnnStatus aclnnQuantMatmulAllReduceV4(void *workspace,
                                        uint64_t workspaceSize,
                                        aclOpExecutor *executor,
                                        aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
