/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnMultiScaleDeformableAttnFunction`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes for each query the sum of the pixels of `value` (bs, keys, heads, channels) at its points, each times its number in `attnWeight` (bs, queries, heads, images, points). `location` (…, 2) is x and y as parts of the width and height of the
 * image; between pixels, whose centres are at halves, numbers are interpolated, and outside of the image they are 0. Image l has `spatialShape[l]` rows and columns, from pixel `levelStartIndex[l]` on; one that is not in `value` is an error of the
 * stream. `output` is (bs, queries, heads * channels). FLOAT, FLOAT16 or BFLOAT16, all alike.
 */
aclnnStatus aclnnMultiScaleDeformableAttnFunctionGetWorkspaceSize(const aclTensor *value,
                                                                  const aclTensor *spatialShape,
                                                                  const aclTensor *levelStartIndex,
                                                                  const aclTensor *location,
                                                                  const aclTensor *attnWeight,
                                                                  aclTensor *output,
                                                                  uint64_t *workspaceSize,
                                                                  aclOpExecutor **executor);

/**
 * Second phase of `aclnnMultiScaleDeformableAttnFunction`: queues the computation on `stream`.
 */
aclnnStatus aclnnMultiScaleDeformableAttnFunction(void *workspace,
                                                  uint64_t workspaceSize,
                                                  aclOpExecutor *executor,
                                                  aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
