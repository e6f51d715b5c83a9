/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnAddRmsNormBias`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `aclnnRmsNorm` of `x1 + x2`, which `xOut` gets, and adds `betaOptional`, which has the shape of `gamma`.
 */
aclnnStatus aclnnAddRmsNormBiasGetWorkspaceSize(const aclTensor *x1,
                                                const aclTensor *x2,
                                                const aclTensor *gamma,
                                                const aclTensor *betaOptional,
                                                double epsilon,
                                                const aclTensor *yOut,
                                                const aclTensor *rstdOut,
                                                const aclTensor *xOut,
                                                uint64_t *workspaceSize,
                                                aclOpExecutor **executor);

/**
 * Second phase of `aclnnAddRmsNormBias`: queues the computation on `stream`.
 */
aclnnStatus aclnnAddRmsNormBias(void *workspace,
                                uint64_t workspaceSize,
                                aclOpExecutor *executor,
                                aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
