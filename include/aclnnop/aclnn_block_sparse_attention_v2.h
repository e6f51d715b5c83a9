/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnBlockSparseAttentionV2`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * As `aclnnBlockSparseAttention`; on Ascend950 `query`, `key` and `value` may also be FLOAT8_E4M3FN, with results of FLOAT16 or BFLOAT16. `blockShapeOptional` is then needed, and `qDequantScaleOptional`, `kDequantScaleOptional` and `vDequantScaleOptional`, FLOAT (sequences, heads, blocks, 1), are the factors of the tokens of each block;
 * otherwise they are null.
 */
aclnnStatus aclnnBlockSparseAttentionV2GetWorkspaceSize(const aclTensor *query,
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
                                                        aclTensor *attentionOut,
                                                        aclTensor *softmaxLseOptional,
                                                        uint64_t *workspaceSize,
                                                        aclOpExecutor **executor);

/**
 * Second phase of `aclnnBlockSparseAttentionV2`: queues the computation on `stream`.
 */
aclnnStatus aclnnBlockSparseAttentionV2(void *workspace,
                                        uint64_t workspaceSize,
                                        aclOpExecutor *executor,
                                        aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
