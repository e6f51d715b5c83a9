/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnInplaceAddRmsNorm`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `aclnnRmsNorm` of `x1Ref + x2Ref` in place of `x1Ref`, and the sum in place of `x2Ref`.
 */
aclnnStatus aclnnInplaceAddRmsNormGetWorkspaceSize(aclTensor *x1Ref,
                                                   aclTensor *x2Ref,
                                                   const aclTensor *gamma,
                                                   double epsilon,
                                                   const aclTensor *rstdOut,
                                                   uint64_t *workspaceSize,
                                                   aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceAddRmsNorm`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceAddRmsNorm(void *workspace,
                                   uint64_t workspaceSize,
                                   aclOpExecutor *executor,
                                   aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
