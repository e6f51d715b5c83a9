/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnElu`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `scale x` of elements above 0, and `scale alpha (e^(inputScale x) - 1)` of others.
 */
aclnnStatus aclnnEluGetWorkspaceSize(const aclTensor *self,
                                     const aclScalar *alpha,
                                     const aclScalar *scale,
                                     const aclScalar *inputScale,
                                     aclTensor *out,
                                     uint64_t *workspaceSize,
                                     aclOpExecutor **executor);

/**
 * Second phase of `aclnnElu`: queues the computation on `stream`.
 */
aclnnStatus aclnnElu(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

/**
 * First phase of `aclnnInplaceElu`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `scale x` of elements above 0, and `scale alpha (e^(inputScale x) - 1)` of others, in place.
 */
aclnnStatus aclnnInplaceEluGetWorkspaceSize(aclTensor *selfRef,
                                            const aclScalar *alpha,
                                            const aclScalar *scale,
                                            const aclScalar *inputScale,
                                            uint64_t *workspaceSize,
                                            aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceElu`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceElu(void *workspace,
                            uint64_t workspaceSize,
                            aclOpExecutor *executor,
                            aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
