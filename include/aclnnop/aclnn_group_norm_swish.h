/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnGroupNormSwish`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Normalises each of `numGroups` groups of channels, multiplies channels by `gamma`, adds `beta`, and divides by `1 + exp(-swishScale y)` if `activateSwish` is
 * true. `dataFormatOptional` is not looked at.
 */
aclnnStatus aclnnGroupNormSwishGetWorkspaceSize(const aclTensor *x,
                                                const aclTensor *gamma,
                                                const aclTensor *beta,
                                                int64_t numGroups,
                                                char *dataFormatOptional,
                                                double eps,
                                                bool activateSwish,
                                                double swishScale,
                                                const aclTensor *yOut,
                                                const aclTensor *meanOut,
                                                const aclTensor *rstdOut,
                                                uint64_t *workspaceSize,
                                                aclOpExecutor **executor);

/**
 * Second phase of `aclnnGroupNormSwish`: queues the computation on `stream`.
 */
aclnnStatus aclnnGroupNormSwish(void *workspace,
                                uint64_t workspaceSize,
                                aclOpExecutor *executor,
                                aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
