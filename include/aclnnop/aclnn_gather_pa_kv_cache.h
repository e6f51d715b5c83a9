/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnGatherPaKvCache`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Reads the tokens of each sequence from the blocks that `blockTables` names, and writes them to `keyRef` and `valueRef` one sequence after another. `cacheMode`
 * `"Norm"`: caches (blocks, rows, N, D), results (T, N, D); `"PA_NZ"`: caches (blocks, H/C0, rows, C0), results (T, H). `seqLens` has a length for each sequence or, with
 * `isSeqLensCumsum`, where each begins and the last one ends; whole blocks of `seqOffsetOptional` tokens are passed over. What they name outside tensors is an error of the stream.
 */
aclnnStatus aclnnGatherPaKvCacheGetWorkspaceSize(const aclTensor *keyCache,
                                                 const aclTensor *valueCache,
                                                 const aclTensor *blockTables,
                                                 const aclTensor *seqLens,
                                                 aclTensor *keyRef,
                                                 aclTensor *valueRef,
                                                 const aclTensor *seqOffsetOptional,
                                                 char *cacheMode,
                                                 bool isSeqLensCumsum,
                                                 uint64_t *workspaceSize,
                                                 aclOpExecutor **executor);

/**
 * Second phase of `aclnnGatherPaKvCache`: queues the computation on `stream`.
 */
aclnnStatus aclnnGatherPaKvCache(void *workspace,
                                 uint64_t workspaceSize,
                                 aclOpExecutor *executor,
                                 aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
