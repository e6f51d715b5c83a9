/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnNsaCompress`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes for each window of `compressBlockSize` rows of a sequence, of which one begins each `compressStride` rows, the sum of its rows, each head of each row multiplied by its number in `weight`. FLOAT16 or BFLOAT16; `input` is (T, N, D), whose sequences end where
 * `actSeqLenOptional` says, `weight` (`compressBlockSize`, N), `output` has a row for each window. Windows are a multiple of 16 rows up to 128, strides a multiple of 16 up to that; up to 128 heads of a multiple of 16
 * elements up to 256. `layoutOptional` is TND, `actSeqLenType` 0.
 */
aclnnStatus aclnnNsaCompressGetWorkspaceSize(const aclTensor *input,
                                             const aclTensor *weight,
                                             const aclIntArray *actSeqLenOptional,
                                             char *layoutOptional,
                                             int64_t compressBlockSize,
                                             int64_t compressStride,
                                             int64_t actSeqLenType,
                                             aclTensor *output,
                                             uint64_t *workspaceSize,
                                             aclOpExecutor **executor);

/**
 * Second phase of `aclnnNsaCompress`: queues the computation on `stream`.
 */
aclnnStatus aclnnNsaCompress(void *workspace,
                             uint64_t workspaceSize,
                             aclOpExecutor *executor,
                             aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
