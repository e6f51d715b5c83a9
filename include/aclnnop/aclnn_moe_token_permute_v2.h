/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnMoeTokenPermuteV2`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * As `aclnnMoeTokenPermute`. On Ascend950 `quantMode` 2 (FLOAT8_E5M2), 3 (FLOAT8_E4M3FN) and 9 (FLOAT4_E2M1) quantise the rows of FLOAT16 or BFLOAT16 in blocks of 32 elements, whose scales (FLOAT8_E8M0)
 * `expandedScaleOut` gets; -1 does not. Other chips do not look at these two arguments.
 */
aclnnStatus aclnnMoeTokenPermuteV2GetWorkspaceSize(const aclTensor *tokens,
                                                   const aclTensor *indices,
                                                   int64_t numOutTokens,
                                                   bool paddedMode,
                                                   int64_t quantMode,
                                                   const aclTensor *permuteTokensOut,
                                                   const aclTensor *sortedIndicesOut,
                                                   const aclTensor *expandedScaleOut,
                                                   uint64_t *workspaceSize,
                                                   aclOpExecutor **executor);

/**
 * Second phase of `aclnnMoeTokenPermuteV2`: queues the computation on `stream`.
 */
aclnnStatus aclnnMoeTokenPermuteV2(void *workspace,
                                   uint64_t workspaceSize,
                                   aclOpExecutor *executor,
                                   aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
