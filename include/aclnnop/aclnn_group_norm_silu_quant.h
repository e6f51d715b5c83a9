/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnGroupNormSiluQuant`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Normalises groups of channels, computes silu and quantises.
 */
aclnnStatus aclnnGroupNormSiluQuantGetWorkspaceSize(const aclTensor *self,
                                                    const aclTensor *gamma,
                                                    const aclTensor *beta,
                                                    const aclTensor *quantScale,
                                                    int64_t group,
                                                    double eps,
                                                    bool activateSilu,
                                                    aclTensor *out,
                                                    aclTensor *meanOut,
                                                    aclTensor *rstdOut,
                                                    uint64_t *workspaceSize,
                                                    aclOpExecutor **executor);

/**
 * Second phase of `aclnnGroupNormSiluQuant`: queues the computation on `stream`.
 */
aclnnStatus aclnnGroupNormSiluQuant(void *workspace,
                                    uint64_t workspaceSize,
                                    aclOpExecutor *executor,
                                    aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
