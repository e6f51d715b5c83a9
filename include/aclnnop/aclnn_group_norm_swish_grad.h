/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnGroupNormSwishGrad`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the gradients of `aclnnGroupNormSwish` by `x`, and, as asked for, by `gamma` and `beta`. `dataFormatOptional` is not looked at.
 */
aclnnStatus aclnnGroupNormSwishGradGetWorkspaceSize(const aclTensor *dy,
                                                    const aclTensor *mean,
                                                    const aclTensor *rstd,
                                                    const aclTensor *x,
                                                    const aclTensor *gamma,
                                                    const aclTensor *beta,
                                                    int64_t numGroups,
                                                    char *dataFormatOptional,
                                                    double swishScale,
                                                    bool dgammaIsRequire,
                                                    bool dbetaIsRequire,
                                                    const aclTensor *dxOut,
                                                    const aclTensor *dgammaOut,
                                                    const aclTensor *dbetaOut,
                                                    uint64_t *workspaceSize,
                                                    aclOpExecutor **executor);

/**
 * Second phase of `aclnnGroupNormSwishGrad`: queues the computation on `stream`.
 */
aclnnStatus aclnnGroupNormSwishGrad(void *workspace,
                                    uint64_t workspaceSize,
                                    aclOpExecutor *executor,
                                    aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
