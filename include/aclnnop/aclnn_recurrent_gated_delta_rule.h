/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnRecurrentGatedDeltaRule`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Takes each token into the state of its head of `value`, (Dv, Dk): `S = S * exp(g + gk)`, `S += beta * (value - S * key) * key^T`, `out = scaleValue * S * query`. `query` and `key` are (T, Nk, Dk), `value` and `out`
 * (T, Nv, Dv), BFLOAT16; `stateRef` is (rows, Nv, Dv, Dk), BFLOAT16 or FLOAT. Tokens of sequences follow one another, `actualSeqLengths` of each. A sequence begins with row
 * `ssmStateIndices[t]` of its token `numAcceptedTokens`, counted from 1; without those, of its first token. The state after each token is stored in its row. On Ascend910B, Ascend910_93 and Ascend950.
 * Lengths that are not those of the tokens, and rows outside, are errors of the stream.
 */
aclnnStatus aclnnRecurrentGatedDeltaRuleGetWorkspaceSize(const aclTensor *query,
                                                         const aclTensor *key,
                                                         const aclTensor *value,
                                                         const aclTensor *beta,
                                                         aclTensor *stateRef,
                                                         const aclTensor *actualSeqLengths,
                                                         const aclTensor *ssmStateIndices,
                                                         const aclTensor *g,
                                                         const aclTensor *gk,
                                                         const aclTensor *numAcceptedTokens,
                                                         float scaleValue,
                                                         aclTensor *out,
                                                         uint64_t *workspaceSize,
                                                         aclOpExecutor **executor);

/**
 * Second phase of `aclnnRecurrentGatedDeltaRule`: queues the computation on `stream`.
 */
aclnnStatus aclnnRecurrentGatedDeltaRule(void *workspace,
                                         uint64_t workspaceSize,
                                         aclOpExecutor *executor,
                                         aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
