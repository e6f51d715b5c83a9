/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnRenorm`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Scales each slice along `dim` whose norm of order `p` is above `maxNorm` down to that norm.
 */
aclnnStatus aclnnRenormGetWorkspaceSize(const aclTensor *self,
                                        const aclScalar *p,
                                        int64_t dim,
                                        const aclScalar *maxNorm,
                                        aclTensor *out,
                                        uint64_t *workspaceSize,
                                        aclOpExecutor **executor);

/**
 * Second phase of `aclnnRenorm`: queues the computation on `stream`.
 */
aclnnStatus aclnnRenorm(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

/**
 * First phase of `aclnnInplaceRenorm`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * As `aclnnRenorm`, in place.
 */
aclnnStatus aclnnInplaceRenormGetWorkspaceSize(aclTensor *selfRef,
                                               const aclScalar *p,
                                               int64_t dim,
                                               const aclScalar *maxNorm,
                                               uint64_t *workspaceSize,
                                               aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceRenorm`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceRenorm(void *workspace,
                               uint64_t workspaceSize,
                               aclOpExecutor *executor,
                               aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
