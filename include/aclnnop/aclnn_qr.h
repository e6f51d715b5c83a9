/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnQr`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes factors whose product is each matrix of `self`: `Q`, whose columns are orthogonal and of length 1, and `R`, which is upper triangular. With `some` both have as few columns and rows as do, or else `Q` is square. Computed by
 * reflections in DOUBLE and rounded once; signs are those of LAPACK.
 */
aclnnStatus aclnnQrGetWorkspaceSize(const aclTensor *self,
                                    bool some,
                                    aclTensor *q,
                                    aclTensor *r,
                                    uint64_t *workspaceSize,
                                    aclOpExecutor **executor);

/**
 * Second phase of `aclnnQr`: queues the computation on `stream`.
 */
aclnnStatus aclnnQr(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
