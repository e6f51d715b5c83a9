/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnMultinomial`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Draws `numsamples` classes for each row of weights, which need no sum of 1, by `seed` and `offset`: each by itself, or without taking one twice.
 */
aclnnStatus aclnnMultinomialGetWorkspaceSize(const aclTensor *self,
                                             int64_t numsamples,
                                             bool replacement,
                                             int64_t seed,
                                             int64_t offset,
                                             aclTensor *out,
                                             uint64_t *workspaceSize,
                                             aclOpExecutor **executor);

/**
 * Second phase of `aclnnMultinomial`: queues the computation on `stream`.
 */
aclnnStatus aclnnMultinomial(void *workspace,
                             uint64_t workspaceSize,
                             aclOpExecutor *executor,
                             aclrtStream stream);

/**
 * First phase of `aclnnMultinomialTensor`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Draws as `aclnnMultinomial` does, by the seed that `seedTensor` holds, and the offset of `offsetTensor` and `offset` more.
 */
aclnnStatus aclnnMultinomialTensorGetWorkspaceSize(const aclTensor *self,
                                                   int64_t numsamples,
                                                   bool replacement,
                                                   const aclTensor *seedTensor,
                                                   const aclTensor *offsetTensor,
                                                   int64_t offset,
                                                   aclTensor *out,
                                                   uint64_t *workspaceSize,
                                                   aclOpExecutor **executor);

/**
 * Second phase of `aclnnMultinomialTensor`: queues the computation on `stream`.
 */
aclnnStatus aclnnMultinomialTensor(void *workspace,
                                   uint64_t workspaceSize,
                                   aclOpExecutor *executor,
                                   aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
