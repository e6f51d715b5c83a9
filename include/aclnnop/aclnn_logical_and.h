/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnLogicalAnd`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes whether both are true of each two elements, broadcast: 1 or 0 in the type of `out`. Numbers other than 0 are true, NaN too.
 */
aclnnStatus aclnnLogicalAndGetWorkspaceSize(const aclTensor *self,
                                            const aclTensor *other,
                                            aclTensor *out,
                                            uint64_t *workspaceSize,
                                            aclOpExecutor **executor);

/**
 * Second phase of `aclnnLogicalAnd`: queues the computation on `stream`.
 */
aclnnStatus aclnnLogicalAnd(void *workspace,
                            uint64_t workspaceSize,
                            aclOpExecutor *executor,
                            aclrtStream stream);

/**
 * First phase of `aclnnInplaceLogicalAnd`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes whether both are true of each two elements, in place: 1 or 0 in the type of `selfRef`. Numbers other than 0 are true, NaN too.
 */
aclnnStatus aclnnInplaceLogicalAndGetWorkspaceSize(aclTensor *selfRef,
                                                   const aclTensor *other,
                                                   uint64_t *workspaceSize,
                                                   aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceLogicalAnd`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceLogicalAnd(void *workspace,
                                   uint64_t workspaceSize,
                                   aclOpExecutor *executor,
                                   aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
