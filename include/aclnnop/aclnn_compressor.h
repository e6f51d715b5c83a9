/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnCompressor`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes one row to `cmpKvOut` for each group of `cmpRatio` positions of a sequence whose last token is in the call: of each channel the mean of the values `x * wkv^T` of its tokens, weighted by the softmax of their scores `x * wgate^T + ape[position % cmpRatio]`. With a
 * `coff` of 2 a token has two parts of channels: the first one counts in the group after its own, the second one in its own.
 *
 * `x` is (sequences, tokens, inputs), or (tokens, inputs) with the ends of sequences in `cuSeqlensOptional`; the first `sequsedOptional` tokens of each count, from position `startPosOptional` on. Rows are (sequences, groups, channels), or one sequence after the other; others stay as
 * they are. Values and scores of tokens are kept in `stateCacheRef` (lines, tokens, values and scores), FLOAT, from which earlier tokens of a group are read: at a `cacheMode` of 1 all of them, position p in line `stateBlockTableOptional[sequence][p / tokens]`, but for line 0; at 2
 * those that later groups need, in turns in one line. With `gradEnabled` softmax and values of all tokens of a group are written to `softmaxScoreOut` and `kvOut`, those of one position side by side.
 *
 * FLOAT16 or BFLOAT16, all alike, with FLOAT beside them. On Ascend910B and Ascend910_93 `cmpRatio` is a power of two, `cacheMode` is 1 and there is no `gradEnabled`.
 */
aclnnStatus aclnnCompressorGetWorkspaceSize(const aclTensor *x,
                                            const aclTensor *wkv,
                                            const aclTensor *wgate,
                                            aclTensor *stateCacheRef,
                                            const aclTensor *ape,
                                            const aclTensor *stateBlockTableOptional,
                                            const aclTensor *cuSeqlensOptional,
                                            const aclTensor *sequsedOptional,
                                            const aclTensor *startPosOptional,
                                            int64_t cmpRatio,
                                            int64_t coff,
                                            int64_t cacheMode,
                                            int64_t stateCacheStrideDim0,
                                            bool gradEnabled,
                                            const aclTensor *cmpKvOut,
                                            const aclTensor *softmaxScoreOut,
                                            const aclTensor *kvOut,
                                            uint64_t *workspaceSize,
                                            aclOpExecutor **executor);

/**
 * Second phase of `aclnnCompressor`: queues the computation on `stream`.
 */
aclnnStatus aclnnCompressor(void *workspace,
                            uint64_t workspaceSize,
                            aclOpExecutor *executor,
                            aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
