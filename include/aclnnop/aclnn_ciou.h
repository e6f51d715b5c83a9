/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnCIoU`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes the complete overlap of the boxes of `bBoxes` (4, n) with those of `gtBoxes` (4, n), (1, n): the overlap, less the square of the distance of the centres by that of the diagonal around both, less `alpha * v`, where
 * `v = 4 / pi^2 * atanSub^2` and `alpha = v / (1 - overlap + v)`; and `atanSub`, the inverse tangent of width by height of the second box less that of the first. `trans` says that boxes are centre, width and height. n is a multiple of 1024,
 * `isCross` false. FLOAT or FLOAT16.
 */
aclnnStatus aclnnCIoUGetWorkspaceSize(const aclTensor *bBoxes,
                                      const aclTensor *gtBoxes,
                                      bool trans,
                                      bool isCross,
                                      const char *mode,
                                      aclTensor *overlap,
                                      aclTensor *atanSub,
                                      uint64_t *workspaceSize,
                                      aclOpExecutor **executor);

/**
 * Second phase of `aclnnCIoU`: queues the computation on `stream`.
 */
aclnnStatus aclnnCIoU(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
