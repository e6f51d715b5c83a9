/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnInplaceMatmulAllReduceAddRmsNorm`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * As `aclnnMatmulAllReduceAddRmsNorm`, with the sum in place of `residual`.
 */
aclnnStatus aclnnInplaceMatmulAllReduceAddRmsNormGetWorkspaceSize(const aclTensor *x1,
                                                                  const aclTensor *x2,
                                                                  const aclTensor *bias,
                                                                  const aclTensor *residual,
                                                                  const aclTensor *gamma,
                                                                  double epsilon,
                                                                  const char *group,
                                                                  const char *reduceOp,
                                                                  int64_t commTurn,
                                                                  int64_t streamMode,
                                                                  const aclTensor *normOut,
                                                                  uint64_t *workspaceSize,
                                                                  aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceMatmulAllReduceAddRmsNorm`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceMatmulAllReduceAddRmsNorm(void *workspace,
                                                  uint64_t workspaceSize,
                                                  aclOpExecutor *executor,
                                                  aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
