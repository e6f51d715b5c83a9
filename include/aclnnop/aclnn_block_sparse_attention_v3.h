/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnBlockSparseAttentionV3`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * As `aclnnBlockSparseAttentionV2`, with `quantMode` 0 for FLOAT16 and BFLOAT16, and 1 for FLOAT8_E4M3FN. On Ascend950 there are also 2 and 3, for FLOAT4_E2M1 and blocks of a multiple of 64 queries and keys: factors are FLOAT8_E8M0, two for every 64 elements of a row of queries and keys (the axes of the tensor without the last, `ceil(D / 64)`, 2), two for every
 * 64 rows of a column of values (as the tensor with `ceil(S / 64)` in place of rows, of TND of each sequence; 2 last), and there is no logarithm. Exponentials of scores are rounded to FLOAT4_E2M1 with one factor for 32 keys: with mode 2 the power of two that is not above the largest exponential, divided by 4; with mode 3 the power of two that
 * is not below the largest exponential divided by `dstTypeMax`, 6 to 12, of which 0 stands for 6. Weights are these, divided by their sum. `pQuantScaleOptional` is null.
 */
aclnnStatus aclnnBlockSparseAttentionV3GetWorkspaceSize(const aclTensor *query,
                                                        const aclTensor *key,
                                                        const aclTensor *value,
                                                        const aclTensor *blockSparseMaskOptional,
                                                        const aclTensor *attenMaskOptional,
                                                        const aclIntArray *blockShapeOptional,
                                                        const aclIntArray *actualSeqLengthsOptional,
                                                        const aclIntArray *actualSeqLengthsKvOptional,
                                                        const aclTensor *blockTableOptional,
                                                        const aclTensor *qDequantScaleOptional,
                                                        const aclTensor *kDequantScaleOptional,
                                                        const aclTensor *vDequantScaleOptional,
                                                        const aclTensor *pQuantScaleOptional,
                                                        char *qInputLayout,
                                                        char *kvInputLayout,
                                                        int64_t numKeyValueHeads,
                                                        int64_t maskType,
                                                        double scaleValue,
                                                        int64_t innerPrecise,
                                                        int64_t blockSize,
                                                        int64_t preTokens,
                                                        int64_t nextTokens,
                                                        int64_t softmaxLseFlag,
                                                        int64_t quantMode,
                                                        double dstTypeMax,
                                                        aclTensor *attentionOut,
                                                        aclTensor *softmaxLseOptional,
                                                        uint64_t *workspaceSize,
                                                        aclOpExecutor **executor);

/**
 * Second phase of `aclnnBlockSparseAttentionV3`: queues the computation on `stream`.
 */
aclnnStatus aclnnBlockSparseAttentionV3(void *workspace,
                                        uint64_t workspaceSize,
                                        aclOpExecutor *executor,
                                        aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
