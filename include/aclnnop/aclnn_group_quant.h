/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnGroupQuant`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Multiplies rows of `x` by the scales of their group, adds an offset, and rounds.
 */
aclnnStatus aclnnGroupQuantGetWorkspaceSize(const aclTensor *x,
                                            const aclTensor *scale,
                                            const aclTensor *groupIndex,
                                            const aclTensor *offsetOptional,
                                            int32_t dstType,
                                            aclTensor *y,
                                            uint64_t *workspaceSize,
                                            aclOpExecutor **executor);

/**
 * Second phase of `aclnnGroupQuant`: queues the computation on `stream`.
 */
aclnnStatus aclnnGroupQuant(void *workspace,
                            uint64_t workspaceSize,
                            aclOpExecutor *executor,
                            aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
