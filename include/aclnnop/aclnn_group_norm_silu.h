/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnGroupNormSilu`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Normalises each of `group` groups of channels, multiplies channels by `gamma`, adds `beta`, and computes silu of that.
 */
aclnnStatus aclnnGroupNormSiluGetWorkspaceSize(const aclTensor *self,
                                               const aclTensor *gamma,
                                               const aclTensor *beta,
                                               int64_t group,
                                               double eps,
                                               aclTensor *out,
                                               aclTensor *meanOut,
                                               aclTensor *rstdOut,
                                               uint64_t *workspaceSize,
                                               aclOpExecutor **executor);

/**
 * Second phase of `aclnnGroupNormSilu`: queues the computation on `stream`.
 */
aclnnStatus aclnnGroupNormSilu(void *workspace,
                               uint64_t workspaceSize,
                               aclOpExecutor *executor,
                               aclrtStream stream);

/**
 * First phase of `aclnnGroupNormSiluV2`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * As `aclnnGroupNormSilu`, without silu if `activateSilu` is false.
 */
aclnnStatus aclnnGroupNormSiluV2GetWorkspaceSize(const aclTensor *self,
                                                 const aclTensor *gamma,
                                                 const aclTensor *beta,
                                                 int64_t group,
                                                 double eps,
                                                 bool activateSilu,
                                                 aclTensor *out,
                                                 aclTensor *meanOut,
                                                 aclTensor *rstdOut,
                                                 uint64_t *workspaceSize,
                                                 aclOpExecutor **executor);

/**
 * Second phase of `aclnnGroupNormSiluV2`: queues the computation on `stream`.
 */
aclnnStatus aclnnGroupNormSiluV2(void *workspace,
                                 uint64_t workspaceSize,
                                 aclOpExecutor *executor,
                                 aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
