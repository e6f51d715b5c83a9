/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnNsaSelectedAttention`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `softmax(scaleValue * query @ keys^T) @ values` over the keys of the `selectedBlockCount` blocks of `selectedBlockSize` that `topkIndices` lists for each row of `query` and head of `key`.
 * FLOAT16 or BFLOAT16 in TND: `query` (T, N, D), `key` (Tkv, Nkv, D), `value` (Tkv, Nkv, Dv) with Dv up to D and N a multiple of up to 32 times Nkv, `topkIndices` (T, Nkv, `selectedBlockCount`) of INT32. The ends of sequences are
 * `actualSeqQLenOptional` and `actualSeqKvLenOptional`. With a mask and `sparseMode` 2 a query sees keys up to its own number in its sequence; `sparseMode` 0 ignores the mask, whose elements are never read. A block that is listed twice counts
 * twice; a list ends at the first number below 0. `softmaxMaxOut` and `softmaxSumOut` are FLOAT (T, N, 8), 0 where a query sees no key.
 */
aclnnStatus aclnnNsaSelectedAttentionGetWorkspaceSize(const aclTensor *query,
                                                      const aclTensor *key,
                                                      const aclTensor *value,
                                                      const aclTensor *topkIndices,
                                                      const aclTensor *attenMaskOptional,
                                                      const aclIntArray *actualSeqQLenOptional,
                                                      const aclIntArray *actualSeqKvLenOptional,
                                                      double scaleValue,
                                                      int64_t headNum,
                                                      char *inputLayout,
                                                      int64_t sparseMode,
                                                      int64_t selectedBlockSize,
                                                      int64_t selectedBlockCount,
                                                      const aclTensor *softmaxMaxOut,
                                                      const aclTensor *softmaxSumOut,
                                                      const aclTensor *attentionOut,
                                                      uint64_t *workspaceSize,
                                                      aclOpExecutor **executor);

/**
 * Second phase of `aclnnNsaSelectedAttention`: queues the computation on `stream`.
 */
aclnnStatus aclnnNsaSelectedAttention(void *workspace,
                                      uint64_t workspaceSize,
                                      aclOpExecutor *executor,
                                      aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
