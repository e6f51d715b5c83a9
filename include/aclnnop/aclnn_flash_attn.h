/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnFlashAttn`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `softmax(softmaxScale * q @ k^T) @ v`, FLOAT16 or BFLOAT16, with heads of 64, 128 or 256 elements, of which those of queries are a multiple of those of keys; a `softmaxScale` of 0 is 1 over the root of the elements. Layouts are BSND, BNSD and
 * TND; of keys also PA_BBND, PA_BNBD and PA_NZ, blocks of a multiple of 16 rows; results have the layout of queries, of BNSD also BSND. INT32 tensors say where sequences of TND begin and how many rows count. Query `i` sees all keys (`maskMode` 0), those up
 * to `i + keys - queries` (3), or from `winLeft` before that to `winRight` behind it (4; -1 is no limit); the mask of modes 3 and 4, 2048 by 2048 INT8, is not read. `softmaxLseOptional`, FLOAT, (B, N, S) or (T, N), is the logarithm of the sum of
 * exponentials. Queries that see no key, and rows of no sequence, have results of 0 and an infinite logarithm.
 */
aclnnStatus aclnnFlashAttnGetWorkspaceSize(const aclTensor *q,
                                           const aclTensor *k,
                                           const aclTensor *v,
                                           const aclTensor *blockTableOptional,
                                           const aclTensor *cuSeqlensQOptional,
                                           const aclTensor *cuSeqlensKvOptional,
                                           const aclTensor *sequsedQOptional,
                                           const aclTensor *sequsedKvOptional,
                                           const aclTensor *sinksOptional,
                                           const aclTensor *attnMaskOptional,
                                           const aclTensor *metadataOptional,
                                           double softmaxScale,
                                           int64_t maskMode,
                                           int64_t winLeft,
                                           int64_t winRight,
                                           int64_t maxSeqlenQ,
                                           int64_t maxSeqlenKV,
                                           const char *layoutQ,
                                           const char *layoutKv,
                                           const char *layoutOut,
                                           int64_t returnSoftmaxLse,
                                           const aclTensor *attnOut,
                                           const aclTensor *softmaxLseOptional,
                                           uint64_t *workspaceSize,
                                           aclOpExecutor **executor);

/**
 * Second phase of `aclnnFlashAttn`: queues the computation on `stream`.
 */
aclnnStatus aclnnFlashAttn(void *workspace,
                           uint64_t workspaceSize,
                           aclOpExecutor *executor,
                           aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
