/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnGroupedDynamicMxQuantV2`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Quantises groups of rows of `x`, each in blocks of 32 along its columns. Every refusal of the second phase is 561000.
 */
aclnnStatus aclnnGroupedDynamicMxQuantV2GetWorkspaceSize(const aclTensor *x,
                                                         const aclTensor *groupIndex,
                                                         const char *roundMode,
                                                         int64_t dstType,
                                                         int64_t blocksize,
                                                         int64_t scaleAlg,
                                                         double dstTypeMax,
                                                         const aclTensor *y,
                                                         const aclTensor *mxscale,
                                                         uint64_t *workspaceSize,
                                                         aclOpExecutor **executor);

/**
 * Second phase of `aclnnGroupedDynamicMxQuantV2`: queues the computation on `stream`.
 */
aclnnStatus aclnnGroupedDynamicMxQuantV2(void *workspace,
                                         uint64_t workspaceSize,
                                         aclOpExecutor *executor,
                                         aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
