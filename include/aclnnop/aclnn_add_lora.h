/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnAddLora`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Copies `y`, with `scale` times the product of a row of `x`, the transpose of `weightAOptional[i, layerIdx]` and that of `weightB[i, layerIdx]` added from column `yOffset` on, for the `i`
 * of the row in `indices`; below 0 nothing is added. Without `weightAOptional` rows of `x` are multiplied by the second matrix alone. `ySliceSize` columns are added to, -1: as many as
 * `weightB` has rows.
 */
aclnnStatus aclnnAddLoraGetWorkspaceSize(const aclTensor *y,
                                         const aclTensor *x,
                                         const aclTensor *weightB,
                                         const aclTensor *indices,
                                         const aclTensor *weightAOptional,
                                         int64_t layerIdx,
                                         double scale,
                                         int64_t yOffset,
                                         int64_t ySliceSize,
                                         const aclTensor *out,
                                         uint64_t *workspaceSize,
                                         aclOpExecutor **executor);

/**
 * Second phase of `aclnnAddLora`: queues the computation on `stream`.
 */
aclnnStatus aclnnAddLora(void *workspace,
                         uint64_t workspaceSize,
                         aclOpExecutor *executor,
                         aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
