/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnStatelessBernoulli`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes 1, with the probability that `prob` has for the element or for all of them, else 0, by `seed` and `offsetOptional`, an array of one number each, the second 0 if it is null.
 * `shape` is that of `yOut`; `dtypeOptional` changes nothing: `yOut` has its type.
 */
aclnnStatus aclnnStatelessBernoulliGetWorkspaceSize(const aclIntArray *shape,
                                                    const aclTensor *prob,
                                                    const aclIntArray *seed,
                                                    const aclIntArray *offsetOptional,
                                                    int64_t dtypeOptional,
                                                    const aclTensor *yOut,
                                                    uint64_t *workspaceSize,
                                                    aclOpExecutor **executor);

/**
 * Second phase of `aclnnStatelessBernoulli`: queues the computation on `stream`.
 */
aclnnStatus aclnnStatelessBernoulli(void *workspace,
                                    uint64_t workspaceSize,
                                    aclOpExecutor *executor,
                                    aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
