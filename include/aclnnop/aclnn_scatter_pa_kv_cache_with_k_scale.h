/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnScatterPaKvCacheWithKScale`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes the rows of each token of `key` and `value`, (T, N, D), to its slot of caches (blocks, N, rows, D), and `keyScale`, (T, N), to `keyScaleCacheRef`, (blocks, N, rows, 1). Tokens with a slot
 * below 0 or behind the cache are left out. `cacheLayoutOptional` is `"BNBD"` or null. FLOAT8_E5M2 or FLOAT8_E4M3FN with FLOAT scales, on Ascend950.
 */
aclnnStatus aclnnScatterPaKvCacheWithKScaleGetWorkspaceSize(const aclTensor *key,
                                                            const aclTensor *value,
                                                            aclTensor *keyCacheRef,
                                                            aclTensor *valueCacheRef,
                                                            const aclTensor *slotMapping,
                                                            aclTensor *keyScale,
                                                            aclTensor *keyScaleCacheRef,
                                                            char *cacheLayoutOptional,
                                                            uint64_t *workspaceSize,
                                                            aclOpExecutor **executor);

/**
 * Second phase of `aclnnScatterPaKvCacheWithKScale`: queues the computation on `stream`.
 */
aclnnStatus aclnnScatterPaKvCacheWithKScale(void *workspace,
                                            uint64_t workspaceSize,
                                            aclOpExecutor *executor,
                                            aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
