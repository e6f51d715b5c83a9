/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnMoeInitRoutingQuant`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * As `aclnnMoeInitRouting`; `expandedXOut` (INT8) is `x * scale + offset`, both numbers rounded to FLOAT, to the nearest integer, of two the even one.
 */
aclnnStatus aclnnMoeInitRoutingQuantGetWorkspaceSize(const aclTensor *x,
                                                     const aclTensor *rowIdx,
                                                     const aclTensor *expertIdx,
                                                     int64_t activeNum,
                                                     double scale,
                                                     double offset,
                                                     const aclTensor *expandedXOut,
                                                     const aclTensor *expandedRowIdxOut,
                                                     const aclTensor *expandedExpertIdxOut,
                                                     uint64_t *workspaceSize,
                                                     aclOpExecutor **executor);

/**
 * Second phase of `aclnnMoeInitRoutingQuant`: queues the computation on `stream`.
 */
aclnnStatus aclnnMoeInitRoutingQuant(void *workspace,
                                     uint64_t workspaceSize,
                                     aclOpExecutor *executor,
                                     aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
