/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnAddRmsNormCast`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `aclnnRmsNorm` of `x1 + x2`, which `xOut` gets: in FLOAT in `y1Out`, in the type of the terms in `y2Out`.
 */
aclnnStatus aclnnAddRmsNormCastGetWorkspaceSize(const aclTensor *x1,
                                                const aclTensor *x2,
                                                const aclTensor *gamma,
                                                double epsilon,
                                                const aclTensor *y1Out,
                                                const aclTensor *y2Out,
                                                const aclTensor *rstdOut,
                                                const aclTensor *xOut,
                                                uint64_t *workspaceSize,
                                                aclOpExecutor **executor);

/**
 * Second phase of `aclnnAddRmsNormCast`: queues the computation on `stream`.
 */
aclnnStatus aclnnAddRmsNormCast(void *workspace,
                                uint64_t workspaceSize,
                                aclOpExecutor *executor,
                                aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
