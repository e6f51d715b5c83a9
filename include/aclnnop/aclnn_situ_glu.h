/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnSituGlu`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `beta tanh(a / beta) b / (1 + e^-a)` of the halves of `x` along `dim`; the halves change places unless `activateLeft` is true. Above 0, `linearBeta` bounds b likewise.
 */
aclnnStatus aclnnSituGluGetWorkspaceSize(const aclTensor *x,
                                         int64_t dim,
                                         double beta,
                                         double linearBeta,
                                         bool activateLeft,
                                         const aclTensor *out,
                                         uint64_t *workspaceSize,
                                         aclOpExecutor **executor);

/**
 * Second phase of `aclnnSituGlu`: queues the computation on `stream`.
 */
aclnnStatus aclnnSituGlu(void *workspace,
                         uint64_t workspaceSize,
                         aclOpExecutor *executor,
                         aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
