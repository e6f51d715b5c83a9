/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnRmsNormQuant`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Normalises rows and quantises them.
 */
aclnnStatus aclnnRmsNormQuantGetWorkspaceSize(const aclTensor *x,
                                              const aclTensor *gamma,
                                              const aclTensor *beta,
                                              const aclTensor *scale,
                                              const aclTensor *offset,
                                              double epsilon,
                                              aclTensor *y,
                                              uint64_t *workspaceSize,
                                              aclOpExecutor **executor);

/**
 * Second phase of `aclnnRmsNormQuant`: queues the computation on `stream`.
 */
aclnnStatus aclnnRmsNormQuant(void *workspace,
                              uint64_t workspaceSize,
                              aclOpExecutor *executor,
                              aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
