/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnMoeInitRouting`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Sorts the elements of `expertIdx`, stably, and with them those of `rowIdx`: s. Writes `expandedXOut[i] = x[s[i] % rows]` for the choices of up to `activeNum` tokens,
 * `expandedRowIdxOut[s[i]] = i`, and the sorted experts. A number in `rowIdx` that is no element of it ends the task with an error.
 */
aclnnStatus aclnnMoeInitRoutingGetWorkspaceSize(const aclTensor *x,
                                                const aclTensor *rowIdx,
                                                const aclTensor *expertIdx,
                                                int64_t activeNum,
                                                const aclTensor *expandedXOut,
                                                const aclTensor *expandedRowIdxOut,
                                                const aclTensor *expandedExpertIdxOut,
                                                uint64_t *workspaceSize,
                                                aclOpExecutor **executor);

/**
 * Second phase of `aclnnMoeInitRouting`: queues the computation on `stream`.
 */
aclnnStatus aclnnMoeInitRouting(void *workspace,
                                uint64_t workspaceSize,
                                aclOpExecutor *executor,
                                aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
