/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclRfft1D`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes `X[k] = sum over j of self[j] * exp(-2πi * j * k / n)` along `dim` for `k` from 0 to `n / 2`, as pairs of real and imaginary parts along one more axis, the last. `n` is 1 to 262144: of longer rows the first `n` elements count, shorter ones go on
 * with zeros; -1 is their length. `norm` 1: as they are; 2: divided by `n`; 3: divided by its square root. FLOAT of 1 to 7 axes, computed in DOUBLE and rounded once. A `self` without elements succeeds.
 */
aclnnStatus aclRfft1DGetWorkspaceSize(const aclTensor *self,
                                      int64_t n,
                                      int64_t dim,
                                      int64_t norm,
                                      aclTensor *out,
                                      uint64_t *workspaceSize,
                                      aclOpExecutor **executor);

/**
 * Second phase of `aclRfft1D`: queues the computation on `stream`.
 */
aclnnStatus aclRfft1D(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
