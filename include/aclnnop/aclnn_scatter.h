/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnScatter`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `out` as `self` with elements of `src` at the places that `index` names along axis `dim`. `reduce`: 1 adds, 2 multiplies, 3 and 4 keep the
 * largest and the smallest, 5 gives the mean, with what is there; else elements replace it, the last one of several.
 */
aclnnStatus aclnnScatterGetWorkspaceSize(const aclTensor *self,
                                         int64_t dim,
                                         const aclTensor *index,
                                         const aclTensor *src,
                                         int64_t reduce,
                                         aclTensor *out,
                                         uint64_t *workspaceSize,
                                         aclOpExecutor **executor);

/**
 * Second phase of `aclnnScatter`: queues the computation on `stream`.
 */
aclnnStatus aclnnScatter(void *workspace,
                         uint64_t workspaceSize,
                         aclOpExecutor *executor,
                         aclrtStream stream);

/**
 * First phase of `aclnnInplaceScatter`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes elements of `src` to the places of `selfRef` that `index` names along axis `dim`, as `aclnnScatter`.
 */
aclnnStatus aclnnInplaceScatterGetWorkspaceSize(aclTensor *selfRef,
                                                int64_t dim,
                                                const aclTensor *index,
                                                const aclTensor *src,
                                                int64_t reduce,
                                                uint64_t *workspaceSize,
                                                aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceScatter`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceScatter(void *workspace,
                                uint64_t workspaceSize,
                                aclOpExecutor *executor,
                                aclrtStream stream);

/**
 * First phase of `aclnnScatterValue`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `out` as `self` with `value` at the places that `index` names along axis `dim`; `reduce` as of `aclnnScatter`.
 */
aclnnStatus aclnnScatterValueGetWorkspaceSize(const aclTensor *self,
                                              int64_t dim,
                                              const aclTensor *index,
                                              const aclScalar *value,
                                              int64_t reduce,
                                              aclTensor *out,
                                              uint64_t *workspaceSize,
                                              aclOpExecutor **executor);

/**
 * Second phase of `aclnnScatterValue`: queues the computation on `stream`.
 */
aclnnStatus aclnnScatterValue(void *workspace,
                              uint64_t workspaceSize,
                              aclOpExecutor *executor,
                              aclrtStream stream);

/**
 * First phase of `aclnnInplaceScatterValue`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes `value` to the places of `selfRef` that `index` names along axis `dim`; `reduce` as of `aclnnScatter`.
 */
aclnnStatus aclnnInplaceScatterValueGetWorkspaceSize(aclTensor *selfRef,
                                                     int64_t dim,
                                                     const aclTensor *index,
                                                     const aclScalar *value,
                                                     int64_t reduce,
                                                     uint64_t *workspaceSize,
                                                     aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceScatterValue`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceScatterValue(void *workspace,
                                     uint64_t workspaceSize,
                                     aclOpExecutor *executor,
                                     aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
