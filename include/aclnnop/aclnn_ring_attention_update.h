/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnRingAttentionUpdate`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes attention over the keys of two parts from the results and the statistics of each. In TND statistics of each sequence lie behind those of the one before,
 * as [N, S, 8]; `actualSeqQlenOptional` says where sequences begin and end, from 0 on.
 */
aclnnStatus aclnnRingAttentionUpdateGetWorkspaceSize(const aclTensor *prevAttnOut,
                                                     const aclTensor *prevSoftmaxMax,
                                                     const aclTensor *prevSoftmaxSum,
                                                     const aclTensor *curAttnOut,
                                                     const aclTensor *curSoftmaxMax,
                                                     const aclTensor *curSoftmaxSum,
                                                     const aclTensor *actualSeqQlenOptional,
                                                     char *inputLayoutOptional,
                                                     const aclTensor *attnOutOut,
                                                     const aclTensor *softmaxMaxOut,
                                                     const aclTensor *softmaxSumOut,
                                                     uint64_t *workspaceSize,
                                                     aclOpExecutor **executor);

/**
 * Second phase of `aclnnRingAttentionUpdate`: queues the computation on `stream`.
 */
aclnnStatus aclnnRingAttentionUpdate(void *workspace,
                                     uint64_t workspaceSize,
                                     aclOpExecutor *executor,
                                     aclrtStream stream);

/**
 * First phase of `aclnnRingAttentionUpdateV2`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes attention as `aclnnRingAttentionUpdate`. With an `inputSoftmaxLayoutOptional` of "TND" statistics lie by tokens first, as results.
 */
aclnnStatus aclnnRingAttentionUpdateV2GetWorkspaceSize(const aclTensor *prevAttnOut,
                                                       const aclTensor *prevSoftmaxMax,
                                                       const aclTensor *prevSoftmaxSum,
                                                       const aclTensor *curAttnOut,
                                                       const aclTensor *curSoftmaxMax,
                                                       const aclTensor *curSoftmaxSum,
                                                       const aclTensor *actualSeqQlenOptional,
                                                       char *inputLayoutOptional,
                                                       char *inputSoftmaxLayoutOptional,
                                                       const aclTensor *attnOutOut,
                                                       const aclTensor *softmaxMaxOut,
                                                       const aclTensor *softmaxSumOut,
                                                       uint64_t *workspaceSize,
                                                       aclOpExecutor **executor);

/**
 * Second phase of `aclnnRingAttentionUpdateV2`: queues the computation on `stream`.
 */
aclnnStatus aclnnRingAttentionUpdateV2(void *workspace,
                                       uint64_t workspaceSize,
                                       aclOpExecutor *executor,
                                       aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
