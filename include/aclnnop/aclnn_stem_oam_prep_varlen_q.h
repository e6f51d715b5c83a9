/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnStemOamPrepVarlenQ`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes to `qFlat`, BFLOAT16 (sequences, heads, blocks of the longest sequence, 2048), for each block of 128 tokens of a sequence the sums of its tokens `g`, `g + 16`, `g + 32` and so on, for `g` of 0 to 15, each times its scale; what is behind the last token is 0.
 * `q` is FLOAT8_E4M3FN (tokens, heads, 128), `qScale` FLOAT (tokens, heads); `qSeqLens` are lengths of sequences, `cuSeqLensQ` where they begin and the last one ends. `stemBlockSize` is 128, `stemStride` 16. On Ascend950.
 */
aclnnStatus aclnnStemOamPrepVarlenQGetWorkspaceSize(const aclTensor *q,
                                                    const aclIntArray *qSeqLens,
                                                    const aclIntArray *cuSeqLensQ,
                                                    const aclTensor *qScale,
                                                    int64_t stemBlockSize,
                                                    int64_t stemStride,
                                                    aclTensor *qFlat,
                                                    uint64_t *workspaceSize,
                                                    aclOpExecutor **executor);

/**
 * Second phase of `aclnnStemOamPrepVarlenQ`: queues the computation on `stream`.
 */
aclnnStatus aclnnStemOamPrepVarlenQ(void *workspace,
                                    uint64_t workspaceSize,
                                    aclOpExecutor *executor,
                                    aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
