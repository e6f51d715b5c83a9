/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnCumprod`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the product of each element, converted to `dtype`, and all before it along axis `dim`. `dtype` is the type of `out`, or -1, which means
 * that.
 */
aclnnStatus aclnnCumprodGetWorkspaceSize(const aclTensor *input,
                                         const aclScalar *dim,
                                         aclDataType dtype,
                                         aclTensor *out,
                                         uint64_t *workspaceSize,
                                         aclOpExecutor **executor);

/**
 * Second phase of `aclnnCumprod`: queues the computation on `stream`.
 */
aclnnStatus aclnnCumprod(void *workspace,
                         uint64_t workspaceSize,
                         aclOpExecutor *executor,
                         aclrtStream stream);

/**
 * First phase of `aclnnInplaceCumprod`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the product of each element and all before it along axis `dim`, in place.
 */
aclnnStatus aclnnInplaceCumprodGetWorkspaceSize(aclTensor *input,
                                                const aclScalar *dim,
                                                uint64_t *workspaceSize,
                                                aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceCumprod`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceCumprod(void *workspace,
                                uint64_t workspaceSize,
                                aclOpExecutor *executor,
                                aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
