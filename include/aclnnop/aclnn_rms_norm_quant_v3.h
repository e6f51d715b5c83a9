/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnRmsNormQuantV3`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Normalises rows and quantises them, with statistics.
 */
aclnnStatus aclnnRmsNormQuantV3GetWorkspaceSize(const aclTensor *x,
                                                const aclTensor *gamma,
                                                const aclTensor *scale,
                                                const aclTensor *offset,
                                                const aclTensor *beta,
                                                double epsilon,
                                                bool divMode,
                                                bool outputRstd,
                                                aclTensor *y,
                                                aclTensor *rstd,
                                                uint64_t *workspaceSize,
                                                aclOpExecutor **executor);

/**
 * Second phase of `aclnnRmsNormQuantV3`: queues the computation on `stream`.
 */
aclnnStatus aclnnRmsNormQuantV3(void *workspace,
                                uint64_t workspaceSize,
                                aclOpExecutor *executor,
                                aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
