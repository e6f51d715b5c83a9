/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnSoftplusBackward`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `gradOutput / (1 + e^(-beta x))`, or `gradOutput` where `beta x` is above `threshold`. All have one shape; inputs of two types, and integers, are computed in FLOAT.
 */
aclnnStatus aclnnSoftplusBackwardGetWorkspaceSize(const aclTensor *gradOutput,
                                                  const aclTensor *self,
                                                  const aclScalar *beta,
                                                  const aclScalar *threshold,
                                                  aclTensor *gradInput,
                                                  uint64_t *workspaceSize,
                                                  aclOpExecutor **executor);

/**
 * Second phase of `aclnnSoftplusBackward`: queues the computation on `stream`.
 */
aclnnStatus aclnnSoftplusBackward(void *workspace,
                                  uint64_t workspaceSize,
                                  aclOpExecutor *executor,
                                  aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
