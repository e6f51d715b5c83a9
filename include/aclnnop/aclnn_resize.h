/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnResize`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes an image of other height and width, the old ones times `scales`, rounded down: of each pixel the nearest one before it ("nearest") or the four around it ("bilinear"), whose distances are those of both sizes. `scales` has a number for each axis
 * of `self`, 1 for batch and channels. FLOAT or FLOAT16, NCHW; on Ascend950 BFLOAT16 and NHWC too.
 */
aclnnStatus aclnnResizeGetWorkspaceSize(const aclTensor *self,
                                        const aclFloatArray *scales,
                                        const char *mode,
                                        aclTensor *out,
                                        uint64_t *workspaceSize,
                                        aclOpExecutor **executor);

/**
 * Second phase of `aclnnResize`: queues the computation on `stream`.
 */
aclnnStatus aclnnResize(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
