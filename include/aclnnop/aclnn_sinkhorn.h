/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnSinkhorn`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes `p = d0 * exp(cost) * d1` of a matrix (R, C), whose factors of rows and columns follow from each other, `d0 = 1 / (R * (sum(d1 * exp(cost)) + 1e-8))` and `d1 = 1 / (C * (sum(d0 * exp(cost)) + 1e-8))`, from `d1 = 1` on until
 * `d1` changes by at most `tol` in the mean (0.0001 if it is null), or 10000 times. At most 4096 columns. FLOAT, FLOAT16 or BFLOAT16; on Ascend910B and Ascend910_93.
 */
aclnnStatus aclnnSinkhornGetWorkspaceSize(const aclTensor *cost,
                                          const aclScalar *tol,
                                          aclTensor *p,
                                          uint64_t *workspaceSize,
                                          aclOpExecutor **executor);

/**
 * Second phase of `aclnnSinkhorn`: queues the computation on `stream`.
 */
aclnnStatus aclnnSinkhorn(void *workspace,
                          uint64_t workspaceSize,
                          aclOpExecutor *executor,
                          aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
