/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnCausalConv1dFn`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `y[t] = act(sum(weight[K-1-j] * x[t-j]) + bias)` for each channel of `x`, (batch, tokens, dim), or (tokens, dim) of sequences that `queryStartLocOptional` separates; `weight` is (K, dim) with K
 * of 2 to 4, `activation` "silu" or "none". Before its first token a sequence has zeros or, where `initialStateModeOptional` is 1, the first K-1 rows of its line of `convStatesRef`, (lines, rows, dim);
 * its last inputs are written to the beginning of that line, `cacheIndicesOptional[i]`, or i. A sequence with line `nullBlockId` is left out: its results are 0. FLOAT16 or BFLOAT16, on
 * Ascend950. Arguments of blocks and of computed tokens have no effect.
 */
aclnnStatus aclnnCausalConv1dFnGetWorkspaceSize(const aclTensor *x,
                                                const aclTensor *weight,
                                                aclTensor *convStatesRef,
                                                const aclTensor *biasOptional,
                                                const aclTensor *queryStartLocOptional,
                                                const aclTensor *cacheIndicesOptional,
                                                const aclTensor *initialStateModeOptional,
                                                const aclTensor *blockIdxFirstScheduledTokenOptional,
                                                const aclTensor *blockIdxLastScheduledTokenOptional,
                                                const aclTensor *initialStateIdxOptional,
                                                const aclTensor *numComputedTokensOptional,
                                                const char *activation,
                                                int64_t nullBlockId,
                                                int64_t blockSizeToAlign,
                                                aclTensor *y,
                                                uint64_t *workspaceSize,
                                                aclOpExecutor **executor);

/**
 * Second phase of `aclnnCausalConv1dFn`: queues the computation on `stream`.
 */
aclnnStatus aclnnCausalConv1dFn(void *workspace,
                                uint64_t workspaceSize,
                                aclOpExecutor *executor,
                                aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
