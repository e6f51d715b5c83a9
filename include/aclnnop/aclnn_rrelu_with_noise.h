/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnRReluWithNoise`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes each element, or a slope times it where it is below 0: in training a random one within `lower` and `upper`, by `seed` and `offset`, which
 * is written to `noise`, as is 1 for all others; else half their sum, and `noise` is left as it is.
 */
aclnnStatus aclnnRReluWithNoiseGetWorkspaceSize(const aclTensor *self,
                                                const aclTensor *noise,
                                                const aclScalar *lower,
                                                const aclScalar *upper,
                                                bool training,
                                                int64_t seed,
                                                int64_t offset,
                                                aclTensor *out,
                                                uint64_t *workspaceSize,
                                                aclOpExecutor **executor);

/**
 * Second phase of `aclnnRReluWithNoise`: queues the computation on `stream`.
 */
aclnnStatus aclnnRReluWithNoise(void *workspace,
                                uint64_t workspaceSize,
                                aclOpExecutor *executor,
                                aclrtStream stream);

/**
 * First phase of `aclnnInplaceRReluWithNoise`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes each element, or a slope times it where it is below 0, in place, as `aclnnRReluWithNoise` does.
 */
aclnnStatus aclnnInplaceRReluWithNoiseGetWorkspaceSize(const aclTensor *self,
                                                       const aclTensor *noise,
                                                       const aclScalar *lower,
                                                       const aclScalar *upper,
                                                       bool training,
                                                       int64_t seed,
                                                       int64_t offset,
                                                       uint64_t *workspaceSize,
                                                       aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceRReluWithNoise`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceRReluWithNoise(void *workspace,
                                       uint64_t workspaceSize,
                                       aclOpExecutor *executor,
                                       aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
