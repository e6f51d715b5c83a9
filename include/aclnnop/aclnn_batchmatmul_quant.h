/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnBatchMatmulQuant`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Multiplies matrices, adds a bias and quantises the results.
 */
aclnnStatus aclnnBatchMatmulQuantGetWorkspaceSize(const aclTensor *x1,
                                                  const aclTensor *x2,
                                                  const aclTensor *quantParam,
                                                  const aclTensor *bias,
                                                  bool transposeX1,
                                                  bool transposeX2,
                                                  aclTensor *out,
                                                  uint64_t *workspaceSize,
                                                  aclOpExecutor **executor);

/**
 * Second phase of `aclnnBatchMatmulQuant`: queues the computation on `stream`.
 */
aclnnStatus aclnnBatchMatmulQuant(void *workspace,
                                  uint64_t workspaceSize,
                                  aclOpExecutor *executor,
                                  aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
