/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnClippedSwiglu`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `a (b + bias) / (1 + e^(-alpha a))` of the halves of `x` from `dim` on, first brought to at most `limit` and between `-limit` and `limit`. If `interleaved` is true, every
 * second element is of one half. Only as many of the first rows as the elements of `groupIndexOptional` add up to are written.
 */
aclnnStatus aclnnClippedSwigluGetWorkspaceSize(const aclTensor *x,
                                               const aclTensor *groupIndexOptional,
                                               int64_t dim,
                                               double alpha,
                                               double limit,
                                               double bias,
                                               bool interleaved,
                                               const aclTensor *out,
                                               uint64_t *workspaceSize,
                                               aclOpExecutor **executor);

/**
 * Second phase of `aclnnClippedSwiglu`: queues the computation on `stream`.
 */
aclnnStatus aclnnClippedSwiglu(void *workspace,
                               uint64_t workspaceSize,
                               aclOpExecutor *executor,
                               aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
