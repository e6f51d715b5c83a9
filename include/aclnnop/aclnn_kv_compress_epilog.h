/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnKvCompressEpilog`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes the rows of `x`, (tokens, d), to the slots of `cacheRef`, (blocks, rows, 1, bytes). The last 64 elements are positions, the others are quantised. `quantMode` 0 and 1: positions as they are,
 * FLOAT8_E4M3FN of the others, then a scale for each 64, `max(|x|, 1e-4) / 448`, with `roundScale` the next power of two, as BFLOAT16 or FLOAT8_E8M0. 2: HIFLOAT8 of positions times `xScale`,
 * FLOAT4_E2M1 of the others, then a BFLOAT16 scale for each `quantGroupSize`, `max(|x|) / 6`. Rows of 0 and 2 are filled with zeros to a multiple of 32 bytes. Tokens of a negative slot are left
 * out, a slot behind the cache is an error of the stream. On Ascend950.
 */
aclnnStatus aclnnKvCompressEpilogGetWorkspaceSize(aclTensor *cacheRef,
                                                  const aclTensor *x,
                                                  const aclTensor *slotMapping,
                                                  int64_t quantGroupSize,
                                                  int64_t quantMode,
                                                  bool roundScale,
                                                  float xScale,
                                                  uint64_t *workspaceSize,
                                                  aclOpExecutor **executor);

/**
 * Second phase of `aclnnKvCompressEpilog`: queues the computation on `stream`.
 */
aclnnStatus aclnnKvCompressEpilog(void *workspace,
                                  uint64_t workspaceSize,
                                  aclOpExecutor *executor,
                                  aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
