/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnAffineGrid`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the products of the matrices `theta` with the points (x, y, 1), or (x, y, z, 1), of a grid of the size `size`, `[N, C, H, W]` or
 * `[N, C, D, H, W]`: coordinates from -1 to 1, of the middles of the first and last points, or with `alignCorners` of these points themselves.
 */
aclnnStatus aclnnAffineGridGetWorkspaceSize(const aclTensor *theta,
                                            const aclIntArray *size,
                                            bool alignCorners,
                                            aclTensor *out,
                                            uint64_t *workspaceSize,
                                            aclOpExecutor **executor);

/**
 * Second phase of `aclnnAffineGrid`: queues the computation on `stream`.
 */
aclnnStatus aclnnAffineGrid(void *workspace,
                            uint64_t workspaceSize,
                            aclOpExecutor *executor,
                            aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
