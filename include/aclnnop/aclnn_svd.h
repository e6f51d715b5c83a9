/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnSvd`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes of each matrix of `input` (…, m, n) the singular values, from the largest on, to `sigma` (…, k), k the smaller of m and n, and with `computeUV` the vectors, columns of `u` (…, m, k) and `v` (…, n, k), or with `fullMatrices` (…, m, m) and
 * (…, n, n): `input = u * sigma * v^H`. Of each pair of vectors the largest number of the longer one is a positive real number. Without `computeUV`, `u` and `v` are not written. Computed in DOUBLE by rotations of columns, and rounded once.
 */
aclnnStatus aclnnSvdGetWorkspaceSize(const aclTensor *input,
                                     bool fullMatrices,
                                     bool computeUV,
                                     aclTensor *sigma,
                                     aclTensor *u,
                                     aclTensor *v,
                                     uint64_t *workspaceSize,
                                     aclOpExecutor **executor);

/**
 * Second phase of `aclnnSvd`: queues the computation on `stream`.
 */
aclnnStatus aclnnSvd(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
