/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnSparseFlashAttentionV2`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * As `aclnnSparseFlashAttention`, on Ascend950 also with a sink: `sinksOptional` is the score of one more key of each head, whose value is 0.
 */
aclnnStatus aclnnSparseFlashAttentionV2GetWorkspaceSize(const aclTensor *query,
                                                        const aclTensor *key,
                                                        const aclTensor *value,
                                                        const aclTensor *sparseIndices,
                                                        const aclTensor *blockTableOptional,
                                                        const aclTensor *actualSeqLengthsQueryOptional,
                                                        const aclTensor *actualSeqLengthsKvOptional,
                                                        const aclTensor *queryRopeOptional,
                                                        const aclTensor *keyRopeOptional,
                                                        const aclTensor *sinksOptional,
                                                        double scaleValue,
                                                        int64_t sparseBlockSizeOptional,
                                                        char *layoutQueryOptional,
                                                        char *layoutKvOptional,
                                                        int64_t sparseMode,
                                                        int64_t preTokens,
                                                        int64_t nextTokens,
                                                        int64_t attentionMode,
                                                        bool returnSoftmaxLse,
                                                        const aclTensor *attentionOut,
                                                        const aclTensor *softmaxMax,
                                                        const aclTensor *softmaxSum,
                                                        uint64_t *workspaceSize,
                                                        aclOpExecutor **executor);

/**
 * Second phase of `aclnnSparseFlashAttentionV2`: queues the computation on `stream`.
 */
aclnnStatus aclnnSparseFlashAttentionV2(void *workspace,
                                        uint64_t workspaceSize,
                                        aclOpExecutor *executor,
                                        aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
