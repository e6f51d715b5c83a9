/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnAdvanceStepV2`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Adds `acceptedNum` and 1 to the positions of each sequence, makes its lengths one more, its slots `block blockSize + p % blockSize` for the block of
 * `blockTables` at `p / blockSize`, and its tokens the last one of `sampledTokenIds` before a -1, and those of `specToken`.
 */
aclnnStatus aclnnAdvanceStepV2GetWorkspaceSize(const aclTensor *inputTokens,
                                               const aclTensor *sampledTokenIds,
                                               const aclTensor *inputPositions,
                                               const aclTensor *seqLens,
                                               const aclTensor *slotMapping,
                                               const aclTensor *blockTables,
                                               const aclTensor *specToken,
                                               const aclTensor *acceptedNum,
                                               int64_t numSeqs,
                                               int64_t numQueries,
                                               int64_t blockSize,
                                               uint64_t *workspaceSize,
                                               aclOpExecutor **executor);

/**
 * Second phase of `aclnnAdvanceStepV2`: queues the computation on `stream`.
 */
aclnnStatus aclnnAdvanceStepV2(void *workspace,
                               uint64_t workspaceSize,
                               aclOpExecutor *executor,
                               aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
