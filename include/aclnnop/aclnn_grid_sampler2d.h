/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnGridSampler2D`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes a sample of each channel of `input` at each point of `grid`, whose numbers go from -1 to 1 across the images, that of the last axis first.
 * `interpolationMode` 0: of the elements beside the point, by their distances; 1: the nearest element; 2: cubic convolution of four elements along each axis. `paddingMode` 0: zeros
 * outside; 1: the elements at the edge; 2: the elements mirrored there. With `alignCorners` -1 and 1 are the middles of the first and last elements, otherwise their
 * outer edges.
 */
aclnnStatus aclnnGridSampler2DGetWorkspaceSize(const aclTensor *input,
                                               const aclTensor *grid,
                                               int64_t interpolationMode,
                                               int64_t paddingMode,
                                               bool alignCorners,
                                               aclTensor *out,
                                               uint64_t *workspaceSize,
                                               aclOpExecutor **executor);

/**
 * Second phase of `aclnnGridSampler2D`: queues the computation on `stream`.
 */
aclnnStatus aclnnGridSampler2D(void *workspace,
                               uint64_t workspaceSize,
                               aclOpExecutor *executor,
                               aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
