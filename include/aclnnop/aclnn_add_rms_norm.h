/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnAddRmsNorm`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `aclnnRmsNorm` of `x1 + x2`, which `xOut` gets. Without `rstdOut`, and then without `xOut`, only the last dimension is normalised, in FLOAT16 and BFLOAT16.
 */
aclnnStatus aclnnAddRmsNormGetWorkspaceSize(const aclTensor *x1,
                                            const aclTensor *x2,
                                            const aclTensor *gamma,
                                            double epsilon,
                                            aclTensor *yOut,
                                            aclTensor *rstdOut,
                                            aclTensor *xOut,
                                            uint64_t *workspaceSize,
                                            aclOpExecutor **executor);

/**
 * Second phase of `aclnnAddRmsNorm`: queues the computation on `stream`.
 */
aclnnStatus aclnnAddRmsNorm(void *workspace,
                            uint64_t workspaceSize,
                            aclOpExecutor *executor,
                            aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
