/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry_points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnInplaceCumprod`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the product of each element and all before it along dimension `dim`, in place. Floating-point products are kept in DOUBLE, those of
 * DOUBLE in two of them, and rounded once; integers wrap. Any rank; `dim` counts from the end if it is negative.
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
