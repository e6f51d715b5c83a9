/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnSoftmaxCrossEntropyWithLogits`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `-sum(labels log_softmax(features))` of each row, and `softmax(features) - labels`. `labels` broadcast to `features`, whose type the outputs have.
 */
aclnnStatus aclnnSoftmaxCrossEntropyWithLogitsGetWorkspaceSize(const aclTensor *features,
                                                               aclTensor *labels,
                                                               aclTensor *loss,
                                                               aclTensor *backprop,
                                                               uint64_t *workspaceSize,
                                                               aclOpExecutor **executor);

/**
 * Second phase of `aclnnSoftmaxCrossEntropyWithLogits`: queues the computation on `stream`.
 */
aclnnStatus aclnnSoftmaxCrossEntropyWithLogits(void *workspace,
                                               uint64_t workspaceSize,
                                               aclOpExecutor *executor,
                                               aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
