/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnDynamicQuantV4`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Quantises `x` with scales, and offsets unless `isSymmetrical`, that follow from the range of rows, columns or all numbers.
 */
aclnnStatus aclnnDynamicQuantV4GetWorkspaceSize(const aclTensor *x,
                                                const aclTensor *smoothScalesOptional,
                                                const aclTensor *groupIndexOptional,
                                                int64_t dstType,
                                                bool isSymmetrical,
                                                const char *quantMode,
                                                float dstTypeMax,
                                                const aclTensor *yOut,
                                                const aclTensor *scaleOut,
                                                const aclTensor *offsetOut,
                                                uint64_t *workspaceSize,
                                                aclOpExecutor **executor);

/**
 * Second phase of `aclnnDynamicQuantV4`: queues the computation on `stream`.
 */
aclnnStatus aclnnDynamicQuantV4(void *workspace,
                                uint64_t workspaceSize,
                                aclOpExecutor *executor,
                                aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
