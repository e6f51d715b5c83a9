/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnNsaCompressWithCache`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes to row `slotMapping` of `outputCache`, for each sequence whose length less `compressBlockSize` is a multiple of `compressStride` and not below 0, the sum of its last `compressBlockSize` rows, each head of each row multiplied by its number in `weight`.
 * FLOAT16 or BFLOAT16. `input` is (T, N, D), or, with a `blockTableOptional`, (blocks, `pageBlockSize`, N, D), of 64 or 128 rows; `actSeqLenOptional` are the lengths of sequences. Windows are 16, 32, 48 or 64 rows, strides a multiple of 16 up to that. Other rows of the
 * cache stay; negative slots are left out, those behind the cache and blocks that are not there are errors of the stream.
 */
aclnnStatus aclnnNsaCompressWithCacheGetWorkspaceSize(const aclTensor *input,
                                                      const aclTensor *weight,
                                                      const aclTensor *slotMapping,
                                                      const aclIntArray *actSeqLenOptional,
                                                      const aclTensor *blockTableOptional,
                                                      char *layoutOptional,
                                                      int64_t compressBlockSize,
                                                      int64_t compressStride,
                                                      int64_t actSeqLenType,
                                                      int64_t pageBlockSize,
                                                      aclTensor *outputCache,
                                                      uint64_t *workspaceSize,
                                                      aclOpExecutor **executor);

/**
 * Second phase of `aclnnNsaCompressWithCache`: queues the computation on `stream`.
 */
aclnnStatus aclnnNsaCompressWithCache(void *workspace,
                                      uint64_t workspaceSize,
                                      aclOpExecutor *executor,
                                      aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
