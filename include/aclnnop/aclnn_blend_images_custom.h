/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnBlendImagesCustom`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes `rgb * alpha / 255 + frame * (1 - alpha / 255)`, rounded to nearest. `rgb`, `frame` and `out` are (rows, columns, 3), `alpha` is (rows, columns, 1), or all of them without rows; UINT8. On Ascend310P.
 */
aclnnStatus aclnnBlendImagesCustomGetWorkspaceSize(const aclTensor *rgb,
                                                   const aclTensor *alpha,
                                                   const aclTensor *frame,
                                                   const aclTensor *out,
                                                   uint64_t *workspaceSize,
                                                   aclOpExecutor **executor);

/**
 * Second phase of `aclnnBlendImagesCustom`: queues the computation on `stream`.
 */
aclnnStatus aclnnBlendImagesCustom(void *workspace,
                                   uint64_t workspaceSize,
                                   aclOpExecutor *executor,
                                   aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
