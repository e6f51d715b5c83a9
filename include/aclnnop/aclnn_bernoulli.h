/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnBernoulli`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes 1 with probability `prob`, else 0, to each element, by `seed` and `offset`. `self` says type and shape.
 */
aclnnStatus aclnnBernoulliGetWorkspaceSize(const aclTensor *self,
                                           const aclScalar *prob,
                                           int64_t seed,
                                           int64_t offset,
                                           aclTensor *out,
                                           uint64_t *workspaceSize,
                                           aclOpExecutor **executor);

/**
 * Second phase of `aclnnBernoulli`: queues the computation on `stream`.
 */
aclnnStatus aclnnBernoulli(void *workspace,
                           uint64_t workspaceSize,
                           aclOpExecutor *executor,
                           aclrtStream stream);

/**
 * First phase of `aclnnBernoulliTensor`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes 1, with the probability that `prob` has for the element, else 0, by `seed` and `offset`. `self` says type and shape.
 */
aclnnStatus aclnnBernoulliTensorGetWorkspaceSize(const aclTensor *self,
                                                 const aclTensor *prob,
                                                 int64_t seed,
                                                 int64_t offset,
                                                 aclTensor *out,
                                                 uint64_t *workspaceSize,
                                                 aclOpExecutor **executor);

/**
 * Second phase of `aclnnBernoulliTensor`: queues the computation on `stream`.
 */
aclnnStatus aclnnBernoulliTensor(void *workspace,
                                 uint64_t workspaceSize,
                                 aclOpExecutor *executor,
                                 aclrtStream stream);

/**
 * First phase of `aclnnInplaceBernoulli`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes 1 with probability `prob`, else 0, to each element of `selfRef`, by `seed` and `offset`.
 */
aclnnStatus aclnnInplaceBernoulliGetWorkspaceSize(const aclTensor *selfRef,
                                                  const aclScalar *prob,
                                                  int64_t seed,
                                                  int64_t offset,
                                                  uint64_t *workspaceSize,
                                                  aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceBernoulli`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceBernoulli(void *workspace,
                                  uint64_t workspaceSize,
                                  aclOpExecutor *executor,
                                  aclrtStream stream);

/**
 * First phase of `aclnnInplaceBernoulliTensor`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes 1, with the probability that `prob` has for the element, else 0, to each element of `selfRef`, by `seed` and `offset`.
 */
aclnnStatus aclnnInplaceBernoulliTensorGetWorkspaceSize(const aclTensor *selfRef,
                                                        const aclTensor *prob,
                                                        int64_t seed,
                                                        int64_t offset,
                                                        uint64_t *workspaceSize,
                                                        aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceBernoulliTensor`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceBernoulliTensor(void *workspace,
                                        uint64_t workspaceSize,
                                        aclOpExecutor *executor,
                                        aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
