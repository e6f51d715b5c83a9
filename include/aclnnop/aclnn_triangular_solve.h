/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnTriangularSolve`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes the solutions of equations whose right-hand sides are the columns of `self`, of the upper or lower triangle of each matrix of `A`, or of the transposed
 * matrix, with `unitriangular` as if its diagonal were 1. Batches broadcast. `mOut` is a copy of `A`, if it is there.
 */
aclnnStatus aclnnTriangularSolveGetWorkspaceSize(const aclTensor *self,
                                                 const aclTensor *a,
                                                 bool upper,
                                                 bool transpose,
                                                 bool unitriangular,
                                                 aclTensor *xOut,
                                                 aclTensor *mOut,
                                                 uint64_t *workspaceSize,
                                                 aclOpExecutor **executor);

/**
 * Second phase of `aclnnTriangularSolve`: queues the computation on `stream`.
 */
aclnnStatus aclnnTriangularSolve(void *workspace,
                                 uint64_t workspaceSize,
                                 aclOpExecutor *executor,
                                 aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
