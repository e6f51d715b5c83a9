/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnSparseFlashMla`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `softmax(softmaxScale * q @ kv^T) @ kv` over keys of `oriKvOptional` and, if it is given, of `cmpKvOptional`, one head of 512 elements each: FLOAT16 or BFLOAT16; `sinksOptional` is the score of one more key of each head, whose value is 0.
 * With `t = keys - queries + i + 1`, query `i` has of `oriKvOptional` all keys (`oriMaskMode` 0), those below `t` (3), or keys `t - 1 - oriWinLeft` to `t - 1 + oriWinRight` (4; -1 is no limit); of `cmpKvOptional`, each of whose
 * keys stands for `cmpRatio` tokens and has `cmpResidualKvOptional` more behind the last one, all (`cmpMaskMode` 0) or those below `t / cmpRatio` (3). Lists say which of these count: as many numbers are read as the query sees keys, none after the first
 * one below 0, in mode 0 no more than `oriTopkLengthOptional` or `cmpTopkLengthOptional`. Layouts are BSND and TND, of keys also PA_BBND, with blocks of up to 1024 rows; INT32 tensors say where sequences begin and how many rows count.
 * `softmaxLseOutOptional`, (B, 1, S, N) or (1, T, N) of FLOAT, is the logarithm of the sum of exponentials. Queries that see no key, and rows of no sequence, have results of 0 and the sink as logarithm. Ascend910B and Ascend910_93 take what their page
 * lists: windows of 127 tokens, compressed keys all with a ratio of 128 or lists of 512 or 1024 with a ratio of 4, or lists of `oriKvOptional` alone.
 */
aclnnStatus aclnnSparseFlashMlaGetWorkspaceSize(const aclTensor *q,
                                                const aclTensor *oriKvOptional,
                                                const aclTensor *cmpKvOptional,
                                                const aclTensor *oriSparseIndicesOptional,
                                                const aclTensor *cmpSparseIndicesOptional,
                                                const aclTensor *oriBlockTableOptional,
                                                const aclTensor *cmpBlockTableOptional,
                                                const aclTensor *cuSeqlensQOptional,
                                                const aclTensor *cuSeqlensOriKvOptional,
                                                const aclTensor *cuSeqlensCmpKvOptional,
                                                const aclTensor *sequsedQOptional,
                                                const aclTensor *sequsedOriKvOptional,
                                                const aclTensor *sequsedCmpKvOptional,
                                                const aclTensor *cmpResidualKvOptional,
                                                const aclTensor *oriTopkLengthOptional,
                                                const aclTensor *cmpTopkLengthOptional,
                                                const aclTensor *sinksOptional,
                                                const aclTensor *metadataOptional,
                                                double softmaxScale,
                                                int64_t cmpRatio,
                                                int64_t oriMaskMode,
                                                int64_t cmpMaskMode,
                                                int64_t oriWinLeft,
                                                int64_t oriWinRight,
                                                char *layoutQOptional,
                                                char *layoutKvOptional,
                                                int64_t topkValueMode,
                                                bool returnSoftmaxLse,
                                                const aclTensor *attnOutOut,
                                                const aclTensor *softmaxLseOutOptional,
                                                uint64_t *workspaceSize,
                                                aclOpExecutor **executor);

/**
 * Second phase of `aclnnSparseFlashMla`: queues the computation on `stream`.
 */
aclnnStatus aclnnSparseFlashMla(void *workspace,
                                uint64_t workspaceSize,
                                aclOpExecutor *executor,
                                aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
