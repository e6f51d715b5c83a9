/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnLinalgQr`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes factors whose product is each matrix of `self`: `Q`, whose columns are orthogonal and of length 1, and `R`, which is upper triangular. With a `mode` of 1 `Q` is square; with 2
 * `Q` has the shape [0], and only `R` is computed; with others both have as few columns and rows as do. Computed by reflections in DOUBLE and rounded once; signs are those of LAPACK.
 */
aclnnStatus aclnnLinalgQrGetWorkspaceSize(const aclTensor *self,
                                          int64_t mode,
                                          aclTensor *q,
                                          aclTensor *r,
                                          uint64_t *workspaceSize,
                                          aclOpExecutor **executor);

/**
 * Second phase of `aclnnLinalgQr`: queues the computation on `stream`.
 */
aclnnStatus aclnnLinalgQr(void *workspace,
                          uint64_t workspaceSize,
                          aclOpExecutor *executor,
                          aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
