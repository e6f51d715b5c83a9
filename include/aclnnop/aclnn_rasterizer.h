/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnRasterizer`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes for each pixel of a screen the nearest face of `f` (n, 3) there, three rows of `v` (m, 4) each, to `findicesOut` (height, width): its number, counted from 1, or 0; and to `barycentricOut` (height, width, 3) the weights of its corners, as they are seen.
 *
 * A corner (x, y, z, w) is at (x / w / 2 + 1/2) * (width - 1) + 1/2, likewise with y and height, with depth z / w * 0.49999 + 1/2; a pixel is in a face if its middle is, and belongs to the face of the smallest depth, in
 * steps of 1 / 2^18, and of equal ones to the first. FLOAT and INT32; a row that `v` does not have is an error of the stream. `dOptional` and `occlusionTruncation` do not count, `useDepthPrior` is 0. On Ascend910B and
 * Ascend910_93.
 */
aclnnStatus aclnnRasterizerGetWorkspaceSize(const aclTensor *v,
                                            const aclTensor *f,
                                            const aclTensor *dOptional,
                                            int64_t width,
                                            int64_t height,
                                            double occlusionTruncation,
                                            int64_t useDepthPrior,
                                            const aclTensor *findicesOut,
                                            const aclTensor *barycentricOut,
                                            uint64_t *workspaceSize,
                                            aclOpExecutor **executor);

/**
 * Second phase of `aclnnRasterizer`: queues the computation on `stream`.
 */
aclnnStatus aclnnRasterizer(void *workspace,
                            uint64_t workspaceSize,
                            aclOpExecutor *executor,
                            aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
