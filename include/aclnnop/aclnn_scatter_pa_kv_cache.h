/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnScatterPaKvCache`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes the rows of each token to its slot, `block * rows + row`; tokens with a negative slot are left out, one behind the cache is an error of the stream. `"Nct"` takes rows
 * `strides` elements apart from `offsets` on. `"Alibi"` writes the last `compressLens` tokens of each head, `"Rope"` the mean of as many from `compressSeqOffset`
 * on in their place, `"Omni"` nothing in it. An empty `value` leaves the cache of values as it is. FLOAT16, BFLOAT16 or INT8; on Ascend950 all types of 8 to 32 bits and of 4.
 */
aclnnStatus aclnnScatterPaKvCacheGetWorkspaceSize(const aclTensor *key,
                                                  aclTensor *keyCacheRef,
                                                  const aclTensor *slotMapping,
                                                  const aclTensor *value,
                                                  aclTensor *valueCacheRef,
                                                  const aclTensor *compressLensOptional,
                                                  const aclTensor *compressSeqOffsetOptional,
                                                  const aclTensor *seqLensOptional,
                                                  char *cacheModeOptional,
                                                  char *scatterModeOptional,
                                                  const aclIntArray *stridesOptional,
                                                  const aclIntArray *offsetsOptional,
                                                  uint64_t *workspaceSize,
                                                  aclOpExecutor **executor);

/**
 * Second phase of `aclnnScatterPaKvCache`: queues the computation on `stream`.
 */
aclnnStatus aclnnScatterPaKvCache(void *workspace,
                                  uint64_t workspaceSize,
                                  aclOpExecutor *executor,
                                  aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
