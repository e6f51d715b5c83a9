/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnBidirectionLSTM`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes what is hidden in each step, `yOut` (steps, batch, directions * hidden), and the states behind the last step, (directions, batch, hidden), of `x` (steps, batch, elements) and the states before the first step. Weights are (4 * hidden, elements) and (4 * hidden, hidden), with gates in the order input, forget,
 * candidate, output; biases, which `isbias` asks for, and the second direction, which `bidirection` asks for, are not null then. `numLayers` is 1, `batchFirst` false. FLOAT16, computed in DOUBLE from step to step.
 */
aclnnStatus aclnnBidirectionLSTMGetWorkspaceSize(const aclTensor *x,
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
                                                 int64_t numLayers,
                                                 bool isbias,
                                                 bool batchFirst,
                                                 bool bidirection,
                                                 const aclTensor *yOut,
                                                 const aclTensor *outputHOut,
                                                 const aclTensor *outputCOut,
                                                 uint64_t *workspaceSize,
                                                 aclOpExecutor **executor);

/**
 * Second phase of `aclnnBidirectionLSTM`: queues the computation on `stream`.
 */
aclnnStatus aclnnBidirectionLSTM(void *workspace,
                                 uint64_t workspaceSize,
                                 aclOpExecutor *executor,
                                 aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
