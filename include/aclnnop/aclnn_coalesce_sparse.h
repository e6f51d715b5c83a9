/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnCoalesceSparse`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Copies row `e` of `indices` to row `uniqueIndices[e]` of `newIndicesOut`, and adds row `e` of `values` to that row of `newValuesOut`, which the caller
 * has set to 0. Rows that are not there are left out. `uniqueLen` is not read.
 */
aclnnStatus aclnnCoalesceSparseGetWorkspaceSize(const aclTensor *uniqueLen,
                                                const aclTensor *uniqueIndices,
                                                const aclTensor *indices,
                                                const aclTensor *values,
                                                const aclTensor *newIndicesOut,
                                                const aclTensor *newValuesOut,
                                                uint64_t *workspaceSize,
                                                aclOpExecutor **executor);

/**
 * Second phase of `aclnnCoalesceSparse`: queues the computation on `stream`.
 */
aclnnStatus aclnnCoalesceSparse(void *workspace,
                                uint64_t workspaceSize,
                                aclOpExecutor *executor,
                                aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
