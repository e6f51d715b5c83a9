/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnQuantFlashAttn`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `softmax(softmaxScale * q @ k^T) @ v` of the numbers that codes and scales are, in BFLOAT16. D is the number of elements of a head, N and KN the heads of queries and keys, T and KT their rows.
 *
 * | `quantMode` | `q` | `qDescale` | `k`, `v` | `kDescale` | `vDescale` |
 * |---|---|---|---|---|---|
 * | 1, FLOAT8_E8M0 | TND | TND: (T, N, D/64, 2), N2TGD: (KN, T, N/KN, D/64, 2) | TND | (KT, KN, D/64, 2) | (blocks of 64 rows of each sequence, KN, D, 2) |
 * | 1 | TND | the same | PA_BBND: (blocks, rows, KN, D) | (blocks, rows, KN, D/64, 2) | (blocks, rows/64, KN, D, 2) |
 * | 1 | TND | the same | PA_BNBD: (blocks, KN, rows, D) | (blocks, KN, rows, D/64, 2) | (blocks, KN, rows/64, D, 2) |
 * | 1 | TND | the same | PA_NZ: (blocks, KN, D/32, rows, 32) | (blocks, KN, rows/16, D/64, 16, 2) | (blocks, KN, D/16, rows/64, 16, 2) |
 * | 6, FLOAT | NTD | NT: (N, T) | PA_BNBD, blocks of 128 rows | (blocks, KN, rows) | (KN) |
 *
 * D is 64, 128, 256 or, in `quantMode` 1, 72. Each scale of `quantMode` 1 is of 32 elements of a row, or of 32 rows of an element of values. `attnOut` is TND, `softmaxLseOptional` (N, T) in FLOAT; lengths, `maskMode` 0 and 3 and rows without keys are as in `aclnnFlashAttn`. `pScaleOptional` is not read: it
 * scales weights before they are rounded, which is not done. `metadataOptional` is needed, and not read.
 */
aclnnStatus aclnnQuantFlashAttnGetWorkspaceSize(const aclTensor *q,
                                                const aclTensor *k,
                                                const aclTensor *v,
                                                const aclTensor *qDescale,
                                                const aclTensor *kDescale,
                                                const aclTensor *vDescale,
                                                const aclTensor *blockTableOptional,
                                                const aclTensor *pScaleOptional,
                                                const aclTensor *cuSeqlensQOptional,
                                                const aclTensor *cuSeqlensKvOptional,
                                                const aclTensor *sequsedQOptional,
                                                const aclTensor *sequsedKvOptional,
                                                const aclTensor *sinksOptional,
                                                const aclTensor *attnMaskOptional,
                                                const aclTensor *metadataOptional,
                                                int64_t quantMode,
                                                double softmaxScale,
                                                int64_t maskMode,
                                                int64_t winLeft,
                                                int64_t winRight,
                                                int64_t maxSeqlenQ,
                                                int64_t maxSeqlenKV,
                                                const char *layoutQ,
                                                const char *layoutQDescale,
                                                const char *layoutKv,
                                                const char *layoutOut,
                                                bool returnSoftmaxLse,
                                                const aclTensor *attnOut,
                                                const aclTensor *softmaxLseOptional,
                                                uint64_t *workspaceSize,
                                                aclOpExecutor **executor);

/**
 * Second phase of `aclnnQuantFlashAttn`: queues the computation on `stream`.
 */
aclnnStatus aclnnQuantFlashAttn(void *workspace,
                                uint64_t workspaceSize,
                                aclOpExecutor *executor,
                                aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
