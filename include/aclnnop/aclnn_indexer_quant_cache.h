/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnIndexerQuantCache`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes the rows of `x`, (tokens, d), to the slots of `cacheRef`, (blocks, rows, 1, at least d), and their scales to `cacheScaleRef`, likewise. `quantMode` 0: FLOAT8 in blocks of 32, whose scale is
 * the power of two that is not below `max(|x|, 1e-4) / MAX`. 1: one scale for a row, `max(|x|) / MAX`, with `roundScale` the next power of two; UINT8 are codes of HIFLOAT8. 2: codes of HIFLOAT8 of
 * `x * xScale`, without scales. 3: FLOAT4 in blocks of 32, as MX. Tokens of a negative slot are left out, a slot behind the cache is an error of the stream. On Ascend950.
 */
aclnnStatus aclnnIndexerQuantCacheGetWorkspaceSize(aclTensor *cacheRef,
                                                   aclTensor *cacheScaleRef,
                                                   const aclTensor *x,
                                                   const aclTensor *slotMapping,
                                                   int64_t quantMode,
                                                   bool roundScale,
                                                   float xScale,
                                                   uint64_t *workspaceSize,
                                                   aclOpExecutor **executor);

/**
 * Second phase of `aclnnIndexerQuantCache`: queues the computation on `stream`.
 */
aclnnStatus aclnnIndexerQuantCache(void *workspace,
                                   uint64_t workspaceSize,
                                   aclOpExecutor *executor,
                                   aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
