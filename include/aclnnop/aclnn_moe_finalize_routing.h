/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnMoeFinalizeRouting`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes `x1 + x2 + sum_k scales[i, k] * (expandedX[expandedRowIdx[k * tokens + i]] + bias[expandedExpertIdx[i, k]])` for each token i; `x2Optional` may be null. A row or an expert that is not there ends the task
 * with an error.
 */
aclnnStatus aclnnMoeFinalizeRoutingGetWorkspaceSize(const aclTensor *expandedX,
                                                    const aclTensor *x1,
                                                    const aclTensor *x2Optional,
                                                    const aclTensor *bias,
                                                    const aclTensor *scales,
                                                    const aclTensor *expandedRowIdx,
                                                    const aclTensor *expandedExpertIdx,
                                                    const aclTensor *out,
                                                    uint64_t *workspaceSize,
                                                    aclOpExecutor **executor);

/**
 * Second phase of `aclnnMoeFinalizeRouting`: queues the computation on `stream`.
 */
aclnnStatus aclnnMoeFinalizeRouting(void *workspace,
                                    uint64_t workspaceSize,
                                    aclOpExecutor *executor,
                                    aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
