/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnClampTensor`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes each element, or the limit that it is beyond, broadcast, in the type that all promote to. One limit may be null.
 */
aclnnStatus aclnnClampTensorGetWorkspaceSize(const aclTensor *self,
                                             const aclTensor *clipValueMin,
                                             const aclTensor *clipValueMax,
                                             aclTensor *out,
                                             uint64_t *workspaceSize,
                                             aclOpExecutor **executor);

/**
 * Second phase of `aclnnClampTensor`: queues the computation on `stream`.
 */
aclnnStatus aclnnClampTensor(void *workspace,
                             uint64_t workspaceSize,
                             aclOpExecutor *executor,
                             aclrtStream stream);

/**
 * First phase of `aclnnClampMinTensor`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the larger of each element and its limit, broadcast, in the type that both promote to. NaN wins.
 */
aclnnStatus aclnnClampMinTensorGetWorkspaceSize(const aclTensor *self,
                                                const aclTensor *clipValueMin,
                                                aclTensor *out,
                                                uint64_t *workspaceSize,
                                                aclOpExecutor **executor);

/**
 * Second phase of `aclnnClampMinTensor`: queues the computation on `stream`.
 */
aclnnStatus aclnnClampMinTensor(void *workspace,
                                uint64_t workspaceSize,
                                aclOpExecutor *executor,
                                aclrtStream stream);

/**
 * First phase of `aclnnClampMaxTensor`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the smaller of each element and its limit, broadcast, in the type that both promote to. NaN wins.
 */
aclnnStatus aclnnClampMaxTensorGetWorkspaceSize(const aclTensor *self,
                                                const aclTensor *max,
                                                aclTensor *out,
                                                uint64_t *workspaceSize,
                                                aclOpExecutor **executor);

/**
 * Second phase of `aclnnClampMaxTensor`: queues the computation on `stream`.
 */
aclnnStatus aclnnClampMaxTensor(void *workspace,
                                uint64_t workspaceSize,
                                aclOpExecutor *executor,
                                aclrtStream stream);

/**
 * First phase of `aclnnInplaceClampMinTensor`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the larger of each element and its limit in place. NaN wins.
 */
aclnnStatus aclnnInplaceClampMinTensorGetWorkspaceSize(aclTensor *selfRef,
                                                       const aclTensor *clipValueMin,
                                                       uint64_t *workspaceSize,
                                                       aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceClampMinTensor`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceClampMinTensor(void *workspace,
                                       uint64_t workspaceSize,
                                       aclOpExecutor *executor,
                                       aclrtStream stream);

/**
 * First phase of `aclnnInplaceClampMaxTensor`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the smaller of each element and its limit in place. NaN wins.
 */
aclnnStatus aclnnInplaceClampMaxTensorGetWorkspaceSize(aclTensor *selfRef,
                                                       const aclTensor *max,
                                                       uint64_t *workspaceSize,
                                                       aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceClampMaxTensor`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceClampMaxTensor(void *workspace,
                                       uint64_t workspaceSize,
                                       aclOpExecutor *executor,
                                       aclrtStream stream);

/**
 * First phase of `aclnnClamp`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes each element, or the limit that it is beyond, limits being scalars. One of them may be null.
 */
aclnnStatus aclnnClampGetWorkspaceSize(const aclTensor *self,
                                       const aclScalar *clipValueMin,
                                       const aclScalar *clipValueMax,
                                       aclTensor *out,
                                       uint64_t *workspaceSize,
                                       aclOpExecutor **executor);

/**
 * Second phase of `aclnnClamp`: queues the computation on `stream`.
 */
aclnnStatus aclnnClamp(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

/**
 * First phase of `aclnnClampMin`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the larger of each element and a scalar. NaN wins.
 */
aclnnStatus aclnnClampMinGetWorkspaceSize(const aclTensor *self,
                                          const aclScalar *clipValueMin,
                                          aclTensor *out,
                                          uint64_t *workspaceSize,
                                          aclOpExecutor **executor);

/**
 * Second phase of `aclnnClampMin`: queues the computation on `stream`.
 */
aclnnStatus aclnnClampMin(void *workspace,
                          uint64_t workspaceSize,
                          aclOpExecutor *executor,
                          aclrtStream stream);

/**
 * First phase of `aclnnClampMax`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the smaller of each element and a scalar. NaN wins.
 */
aclnnStatus aclnnClampMaxGetWorkspaceSize(const aclTensor *self,
                                          const aclScalar *clipValueMax,
                                          aclTensor *out,
                                          uint64_t *workspaceSize,
                                          aclOpExecutor **executor);

/**
 * Second phase of `aclnnClampMax`: queues the computation on `stream`.
 */
aclnnStatus aclnnClampMax(void *workspace,
                          uint64_t workspaceSize,
                          aclOpExecutor *executor,
                          aclrtStream stream);

/**
 * First phase of `aclnnInplaceClampMax`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the smaller of each element and a scalar in place. NaN wins.
 */
aclnnStatus aclnnInplaceClampMaxGetWorkspaceSize(const aclTensor *selfRef,
                                                 const aclScalar *clipValueMax,
                                                 uint64_t *workspaceSize,
                                                 aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceClampMax`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceClampMax(void *workspace,
                                 uint64_t workspaceSize,
                                 aclOpExecutor *executor,
                                 aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
