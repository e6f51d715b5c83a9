/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnBidirectionLSTMV2`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * As `aclnnBidirectionLSTM`, over sequences of several lengths, the longest first: step k has the first `batchSizeOptional[k]` rows, INT32. Behind the end of a sequence the output is 0, and its states stay. With `packed` `x` and `yOut` have the rows of all steps without gaps, (rows, elements); counts that do not add up to these are an error of the stream.
 */
aclnnStatus aclnnBidirectionLSTMV2GetWorkspaceSize(const aclTensor *x,
                                                   const aclTensor *initH,
                                                   const aclTensor *initC,
                                                   const aclTensor *wIh,
                                                   const aclTensor *wHh,
                                                   const aclTensor *bIhOptional,
                                                   const aclTensor *bHhOptional,
                                                   const aclTensor *wIhReverseOptional,
                                                   const aclTensor *wHhReverseOptional,
                                                   const aclTensor *bIhReverseOptional,
                                                   const aclTensor *bHhReverseOptional,
                                                   const aclTensor *batchSizeOptional,
                                                   int64_t numLayers,
                                                   bool isbias,
                                                   bool batchFirst,
                                                   bool bidirection,
                                                   bool packed,
                                                   const aclTensor *yOut,
                                                   const aclTensor *outputHOut,
                                                   const aclTensor *outputCOut,
                                                   uint64_t *workspaceSize,
                                                   aclOpExecutor **executor);

/**
 * Second phase of `aclnnBidirectionLSTMV2`: queues the computation on `stream`.
 */
aclnnStatus aclnnBidirectionLSTMV2(void *workspace,
                                   uint64_t workspaceSize,
                                   aclOpExecutor *executor,
                                   aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
