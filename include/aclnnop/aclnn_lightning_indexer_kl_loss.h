/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnLightningIndexerKLLoss`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes the sum of `(ln(max(P, eps)) - ln(indexProbs + eps)) * weight`, where `P` is `targetScore / (sum of its row + eps)`, and `weight` is `targetScore` if `weightType` is `logits`, `P` if it is `probs`. FLOAT16, BFLOAT16 or FLOAT, all alike; (T, K) or
 * (B, S, K) with `K` up to 8192. `eps` is above 0, `loss` one number.
 */
aclnnStatus aclnnLightningIndexerKLLossGetWorkspaceSize(const aclTensor *targetScore,
                                                        const aclTensor *indexProbs,
                                                        double eps,
                                                        const char *weightType,
                                                        const aclTensor *loss,
                                                        uint64_t *workspaceSize,
                                                        aclOpExecutor **executor);

/**
 * Second phase of `aclnnLightningIndexerKLLoss`: queues the computation on `stream`.
 */
aclnnStatus aclnnLightningIndexerKLLoss(void *workspace,
                                        uint64_t workspaceSize,
                                        aclOpExecutor *executor,
                                        aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
