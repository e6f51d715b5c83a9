/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnIou`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes how much each box of `bBoxes` (m, 4) overlaps each of `gtBoxes` (n, 4), (m, n), or with `aligned` the one of its number, (m, 1): the common area by that of both ("iou") or by that of the second ("iof"). Boxes are
 * left, upper, right and lower sides; `eps` is added to widths and heights. FLOAT, FLOAT16 or BFLOAT16.
 */
aclnnStatus aclnnIouGetWorkspaceSize(const aclTensor *bBoxes,
                                     const aclTensor *gtBoxes,
                                     const char *mode,
                                     float eps,
                                     bool aligned,
                                     aclTensor *overlap,
                                     uint64_t *workspaceSize,
                                     aclOpExecutor **executor);

/**
 * Second phase of `aclnnIou`: queues the computation on `stream`.
 */
aclnnStatus aclnnIou(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
