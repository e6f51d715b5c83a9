/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnInplaceFillDiagonal`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes `fillValue`, as FLOAT, to the elements on the diagonal; with `wrap`, a matrix of more rows than columns has one more below each.
 */
aclnnStatus aclnnInplaceFillDiagonalGetWorkspaceSize(aclTensor *selfRef,
                                                     const aclScalar *fillValue,
                                                     bool wrap,
                                                     uint64_t *workspaceSize,
                                                     aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceFillDiagonal`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceFillDiagonal(void *workspace,
                                     uint64_t workspaceSize,
                                     aclOpExecutor *executor,
                                     aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
