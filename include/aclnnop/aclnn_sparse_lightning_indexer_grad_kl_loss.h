/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnSparseLightningIndexerGradKLLoss`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes the divergence `sum of p * ln(p / softmax(scores))`, summed over all queries, and the gradients of `queryIndex`, `keyIndex` and `weights`. `p` is the mean over heads of `exp(scaleValue * (query @ key^T + queryRope @ keyRope^T) -
 * softmaxMax) / softmaxSum`; both are of the keys that `sparseIndices` lists, of which as many count as the query sees. `query` has 32, 64 or 128 heads of 512 elements and second parts of 64, and keys of one head; on Ascend950 also 48 with 24 of the
 * indexer. Scores, layouts and lengths are those of `aclnnDenseLightningIndexerSoftmaxLse`; probabilities below 1e-8 count as 1e-8 in
 * logarithms.
 */
aclnnStatus aclnnSparseLightningIndexerGradKLLossGetWorkspaceSize(const aclTensor *query,
                                                                  const aclTensor *key,
                                                                  const aclTensor *queryIndex,
                                                                  const aclTensor *keyIndex,
                                                                  const aclTensor *weights,
                                                                  const aclTensor *sparseIndices,
                                                                  const aclTensor *softmaxMax,
                                                                  const aclTensor *softmaxSum,
                                                                  const aclTensor *queryRope,
                                                                  const aclTensor *keyRope,
                                                                  const aclIntArray *actualSeqLengthsQuery,
                                                                  const aclIntArray *actualSeqLengthsKey,
                                                                  double scaleValue,
                                                                  char *layout,
                                                                  int64_t sparseMode,
                                                                  int64_t preTokens,
                                                                  int64_t nextTokens,
                                                                  bool deterministic,
                                                                  const aclTensor *dQueryIndex,
                                                                  const aclTensor *dKeyIndex,
                                                                  const aclTensor *dWeights,
                                                                  const aclTensor *loss,
                                                                  uint64_t *workspaceSize,
                                                                  aclOpExecutor **executor);

/**
 * Second phase of `aclnnSparseLightningIndexerGradKLLoss`: queues the computation on `stream`.
 */
aclnnStatus aclnnSparseLightningIndexerGradKLLoss(void *workspace,
                                                  uint64_t workspaceSize,
                                                  aclOpExecutor *executor,
                                                  aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
