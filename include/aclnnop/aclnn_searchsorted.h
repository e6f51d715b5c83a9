/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnSearchSorted`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes where each element of `self` belongs in the sorted last dimension of `sortedSequence`, which has one row for all or one for each row of `self`:
 * before equal numbers, or behind them with `right`. A NaN belongs at the end. `sorter` has the positions in sorted order. `out` is of INT32 or INT64.
 */
aclnnStatus aclnnSearchSortedGetWorkspaceSize(const aclTensor *sortedSequence,
                                              const aclTensor *self,
                                              bool outInt32,
                                              bool right,
                                              const aclTensor *sorter,
                                              aclTensor *out,
                                              uint64_t *workspaceSize,
                                              aclOpExecutor **executor);

/**
 * Second phase of `aclnnSearchSorted`: queues the computation on `stream`.
 */
aclnnStatus aclnnSearchSorted(void *workspace,
                              uint64_t workspaceSize,
                              aclOpExecutor *executor,
                              aclrtStream stream);

/**
 * First phase of `aclnnSearchSorteds`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes where a scalar belongs in a sorted row, as `aclnnSearchSorted` does. The scalar is converted to FLOAT, and to the type of `sortedSequence` then; `out`
 * becomes a tensor of one element.
 */
aclnnStatus aclnnSearchSortedsGetWorkspaceSize(const aclTensor *sortedSequence,
                                               const aclScalar *self,
                                               bool outInt32,
                                               bool right,
                                               const aclTensor *sorter,
                                               aclTensor *out,
                                               uint64_t *workspaceSize,
                                               aclOpExecutor **executor);

/**
 * Second phase of `aclnnSearchSorteds`: queues the computation on `stream`.
 */
aclnnStatus aclnnSearchSorteds(void *workspace,
                               uint64_t workspaceSize,
                               aclOpExecutor *executor,
                               aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
