/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnSwinTransformerLnQkvQuant`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes queries, keys and values of the windows of `oriHeight` by `oriWeight` positions: `layer_norm(x) * gamma + beta`, times `quantScale`, plus `quantOffset`, is rounded to INT8; its product with `weight` (3 H, H), INT8, plus `bias`, INT32, times `dequantScale`, words of UINT64, is rounded to
 * FLOAT16. `x` is (B, oriHeight * oriWeight, H), FLOAT16, B up to 32, H = headNum * seqLength up to 1024; results are (windows, headNum, hWinSize * wWinSize, seqLength), window after window of an entry of the batch. `seqLength` is 32 or 64, `headNum` 1 to 32,
 * `hWinSize` and `wWinSize` 7 to 32 and divisors of the extents, `weightTranspose` true. On Ascend310P.
 */
aclnnStatus aclnnSwinTransformerLnQkvQuantGetWorkspaceSize(const aclTensor *x,
                                                           const aclTensor *gamma,
                                                           const aclTensor *beta,
                                                           const aclTensor *weight,
                                                           const aclTensor *bias,
                                                           const aclTensor *quantScale,
                                                           const aclTensor *quantOffset,
                                                           const aclTensor *dequantScale,
                                                           int64_t headNum,
                                                           int64_t seqLength,
                                                           double epsilon,
                                                           int64_t oriHeight,
                                                           int64_t oriWeight,
                                                           int64_t hWinSize,
                                                           int64_t wWinSize,
                                                           bool weightTranspose,
                                                           const aclTensor *queryOutputOut,
                                                           const aclTensor *keyOutputOut,
                                                           const aclTensor *valueOutputOut,
                                                           uint64_t *workspaceSize,
                                                           aclOpExecutor **executor);

/**
 * Second phase of `aclnnSwinTransformerLnQkvQuant`: queues the computation on `stream`.
 */
aclnnStatus aclnnSwinTransformerLnQkvQuant(void *workspace,
                                           uint64_t workspaceSize,
                                           aclOpExecutor *executor,
                                           aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
