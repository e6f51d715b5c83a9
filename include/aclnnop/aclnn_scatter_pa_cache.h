/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnScatterPaCache`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes the rows of each token of `key`, (T, N, D), to its slot of `keyCacheRef`, (blocks, rows, N, D). Of (B, S, N, D), with a cache (blocks, rows, 1, D), writes
 * tokens of each head one after another: with `compressSeqOffsetOptional` the mean of `compressLensOptional` tokens from there on in their place, else the last
 * `compressLensOptional` tokens. Tokens with a negative slot are left out, one behind the cache is an error of the stream. On Ascend950. `cacheMode` has no effect.
 */
aclnnStatus aclnnScatterPaCacheGetWorkspaceSize(const aclTensor *key,
                                                aclTensor *keyCacheRef,
                                                const aclTensor *slotMapping,
                                                const aclTensor *compressLensOptional,
                                                const aclTensor *compressSeqOffsetOptional,
                                                const aclTensor *seqLensOptional,
                                                char *cacheMode,
                                                uint64_t *workspaceSize,
                                                aclOpExecutor **executor);

/**
 * Second phase of `aclnnScatterPaCache`: queues the computation on `stream`.
 */
aclnnStatus aclnnScatterPaCache(void *workspace,
                                uint64_t workspaceSize,
                                aclOpExecutor *executor,
                                aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
