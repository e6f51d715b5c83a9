/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnSparseLightningIndexerGradKLLossV2`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * As `aclnnSparseLightningIndexerGradKLLoss`, on Ascend950 also of attention with a sink: `sinksOptional` is the score of one more key of each head of `query`, which `softmaxMax` and `softmaxSum` count. Of the weights of attention, summed over heads, `p`
 * is the part of each key in what sinks leave: they are divided by the number of heads less the sum of `exp(sinksOptional - softmaxMax) / softmaxSum`. Other chips refuse sinks with 361001.
 */
aclnnStatus aclnnSparseLightningIndexerGradKLLossV2GetWorkspaceSize(const aclTensor *query,
                                                                    const aclTensor *key,
                                                                    const aclTensor *queryIndex,
                                                                    const aclTensor *keyIndex,
                                                                    const aclTensor *weight,
                                                                    const aclTensor *sparseIndices,
                                                                    const aclTensor *softmaxMax,
                                                                    const aclTensor *softmaxSum,
                                                                    const aclTensor *queryRopeOptional,
                                                                    const aclTensor *keyRopeOptional,
                                                                    const aclIntArray *actualSeqLengthsQueryOptional,
                                                                    const aclIntArray *actualSeqLengthsKeyOptional,
                                                                    const aclTensor *sinksOptional,
                                                                    double scaleValue,
                                                                    char *layout,
                                                                    int64_t sparseMode,
                                                                    int64_t preTokens,
                                                                    int64_t nextTokens,
                                                                    bool deterministic,
                                                                    const aclTensor *dQueryIndex,
                                                                    const aclTensor *dKeyIndex,
                                                                    const aclTensor *dWeight,
                                                                    const aclTensor *loss,
                                                                    uint64_t *workspaceSize,
                                                                    aclOpExecutor **executor);

/**
 * Second phase of `aclnnSparseLightningIndexerGradKLLossV2`: queues the computation on `stream`.
 */
aclnnStatus aclnnSparseLightningIndexerGradKLLossV2(void *workspace,
                                                    uint64_t workspaceSize,
                                                    aclOpExecutor *executor,
                                                    aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
