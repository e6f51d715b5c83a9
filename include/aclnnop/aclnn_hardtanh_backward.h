/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnHardtanhBackward`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `gradOutput` where the element is between `min` and `max`, which are not between, or NaN, else 0. All have one type and shape.
 */
aclnnStatus aclnnHardtanhBackwardGetWorkspaceSize(const aclTensor *gradOutput,
                                                  const aclTensor *self,
                                                  const aclScalar *min,
                                                  const aclScalar *max,
                                                  aclTensor *out,
                                                  uint64_t *workspaceSize,
                                                  aclOpExecutor **executor);

/**
 * Second phase of `aclnnHardtanhBackward`: queues the computation on `stream`.
 */
aclnnStatus aclnnHardtanhBackward(void *workspace,
                                  uint64_t workspaceSize,
                                  aclOpExecutor *executor,
                                  aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
