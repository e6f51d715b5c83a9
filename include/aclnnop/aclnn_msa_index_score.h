/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnMsaIndexScore`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes to `score`, FLOAT (N1, T1, columns), for each head of each row of `query` and each block of 128 keys the largest product of the query and a key that it sees, the lowest number of FLOAT where it sees none. FLOAT16 or BFLOAT16: `query` is (T1, N1, D), with `actualSeqQlenOptional` (B + 1) of INT32 where sequences
 * begin; `key` is TND (T2, N2, D) with `actualSeqKlenOptional` (B + 1), or BBND (blocks, 128, N2, D; the layout where `layoutKeyOptional` is null or empty) or BNBD (blocks, N2, 128, D) with lengths (B) and `blockTableOptional` (B, places). Keys of INT8, of FLOAT16 queries, are multiplied by `scaleOptional`, a FLOAT for each
 * key and head. With `sparseMode` 3 a query sees keys up to itself, counted from the ends of both sequences; `attenMaskOptional` (2048, 2048) of INT8 is then there, and not read. The first `initBlocks` blocks of a sequence get 1e30, then the last `localBlocks` up to `startLoc` (B) 1e29. Columns are the places
 * of the table, or of TND any number of blocks that all sequences have room in, as a multiple of 16.
 */
aclnnStatus aclnnMsaIndexScoreGetWorkspaceSize(const aclTensor *query,
                                               const aclTensor *key,
                                               const aclTensor *blockTableOptional,
                                               const aclTensor *scaleOptional,
                                               const aclTensor *attenMaskOptional,
                                               const aclTensor *actualSeqQlenOptional,
                                               const aclTensor *actualSeqKlenOptional,
                                               const aclTensor *startLoc,
                                               char *layoutKeyOptional,
                                               int64_t sparseMode,
                                               int64_t initBlocks,
                                               int64_t localBlocks,
                                               const aclTensor *score,
                                               uint64_t *workspaceSize,
                                               aclOpExecutor **executor);

/**
 * Second phase of `aclnnMsaIndexScore`: queues the computation on `stream`.
 */
aclnnStatus aclnnMsaIndexScore(void *workspace,
                               uint64_t workspaceSize,
                               aclOpExecutor *executor,
                               aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
