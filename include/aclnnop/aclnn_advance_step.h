/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnAdvanceStep`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes the tokens of `sampledTokenIds`, at the positions that the lengths of the sequences were, with the slots of the cache, and adds 1 to these lengths:
 * `slotMapping[i] = (blockTables[p / blockSize] + i stride) blockSize + p % blockSize` for the position `p`, where `blockTables` is taken as one row and `stride` is the length of its
 * rows. Sequences from `numQueries` on get token and position 0 and slot -1.
 */
aclnnStatus aclnnAdvanceStepGetWorkspaceSize(const aclTensor *inputTokens,
                                             const aclTensor *sampledTokenIds,
                                             const aclTensor *inputPositions,
                                             const aclTensor *seqLens,
                                             const aclTensor *slotMapping,
                                             const aclTensor *blockTables,
                                             int64_t numSeqs,
                                             int64_t numQueries,
                                             int64_t blockSize,
                                             uint64_t *workspaceSize,
                                             aclOpExecutor **executor);

/**
 * Second phase of `aclnnAdvanceStep`: queues the computation on `stream`.
 */
aclnnStatus aclnnAdvanceStep(void *workspace,
                             uint64_t workspaceSize,
                             aclOpExecutor *executor,
                             aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
