/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnStemOamPrepPagedKv`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes to `kFlat`, BFLOAT16 (sequences, heads, blocks, `stemStride * 128`), for each block of `stemBlockSize` tokens of a sequence the sums of its keys `g`, `g + stemStride` and so on, each times its scale, with `g` falling from `stemStride - 1` to 0; and to `vBias`, FLOAT (sequences, heads, blocks),
 * `lambdaMag` times the mean over the block's groups of `stemStride` neighbours of `max((x - mean) / (deviation + 1e-6), 0)`, where `x` is the logarithm of the largest norm of the group's values plus 1e-6, and mean and deviation are those of all groups of the sequence. Tokens behind the last one are 0, and blocks behind its block too.
 * `kCache` and `vCache` are FLOAT8_E4M3FN, (blocks, heads, rows, 128) in the layout BNBD, or (blocks, rows, heads, 128) in BBND, with 64 or 128 rows; `kScaleCacheOptional` is FLOAT of a number for each row, `vScaleOptional` of one for each head; both are needed. `kvIndices`, INT32 (sequences, places), names the blocks of each sequence of `kvSeqLens` tokens.
 * `stemBlockSize` is a multiple of 32 up to 256 and of `stemStride`, which is a multiple of 16 up to 64. On Ascend950.
 */
aclnnStatus aclnnStemOamPrepPagedKvGetWorkspaceSize(const aclTensor *kCache,
                                                    const aclTensor *vCache,
                                                    const aclTensor *kvIndices,
                                                    const aclIntArray *kvSeqLens,
                                                    const aclTensor *kScaleCacheOptional,
                                                    const aclTensor *vScaleOptional,
                                                    double lambdaMag,
                                                    char *kvLayout,
                                                    int64_t stemBlockSize,
                                                    int64_t stemStride,
                                                    const aclTensor *kFlat,
                                                    const aclTensor *vBias,
                                                    uint64_t *workspaceSize,
                                                    aclOpExecutor **executor);

/**
 * Second phase of `aclnnStemOamPrepPagedKv`: queues the computation on `stream`.
 */
aclnnStatus aclnnStemOamPrepPagedKv(void *workspace,
                                    uint64_t workspaceSize,
                                    aclOpExecutor *executor,
                                    aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
