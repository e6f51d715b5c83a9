/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnCausalConv1dUpdate`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes as `aclnnCausalConv1dFn`, of sequences that go on: before its first token each has K-1 rows of its line of `convStatesRef`, the first ones or, of K = 4, those from
 * `numAcceptedTokensOptional[i] - 1` on. `x` is (batch, 1, dim) or, with accepted tokens, (batch, tokens, dim) or (tokens, dim) of sequences that `queryStartLocOptional` separates. The rows behind the
 * first one that was read and the tokens are written to the beginning of the line: K-1 rows or, with accepted tokens, as many more as there are tokens but one. FLOAT16 or BFLOAT16, on
 * Ascend950. Arguments of blocks and `maxQueryLen` have no effect.
 */
aclnnStatus aclnnCausalConv1dUpdateGetWorkspaceSize(const aclTensor *x,
                                                    const aclTensor *weight,
                                                    aclTensor *convStatesRef,
                                                    const aclTensor *biasOptional,
                                                    const aclTensor *queryStartLocOptional,
                                                    const aclTensor *cacheIndicesOptional,
                                                    const aclTensor *numAcceptedTokensOptional,
                                                    const aclTensor *blockIdxLastScheduledTokenOptional,
                                                    const aclTensor *initialStateIdxOptional,
                                                    const char *activation,
                                                    int64_t nullBlockId,
                                                    int64_t maxQueryLen,
                                                    aclTensor *y,
                                                    uint64_t *workspaceSize,
                                                    aclOpExecutor **executor);

/**
 * Second phase of `aclnnCausalConv1dUpdate`: queues the computation on `stream`.
 */
aclnnStatus aclnnCausalConv1dUpdate(void *workspace,
                                    uint64_t workspaceSize,
                                    aclOpExecutor *executor,
                                    aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
