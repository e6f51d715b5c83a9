/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnSilentCheckV2`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes to `result` whether `val` is a fault: 1 if it is not finite or above `cThreshL1` times the mean, else 2 if it is above `cThreshL2` times the mean, else 0. The mean is `avgRef` where `stepRef` is 0, then `avgRef / (1 - beta1^stepRef)`.
 * `avgRef` becomes `beta1 * avgRef + (1 - beta1) * val`, `stepRef` one more; but not by a 1 where `npuAsdDetect` is not 1, which sets `inputGradRef` to 0 in the first step. Nothing ends the program. `max` and the layout in `dstSize`,
 * `dstStride` and `dstOffset` do not count. On Ascend910B and Ascend910_93.
 */
aclnnStatus aclnnSilentCheckV2GetWorkspaceSize(const aclTensor *val,
                                               const aclTensor *max,
                                               aclTensor *avgRef,
                                               aclTensor *inputGradRef,
                                               aclTensor *stepRef,
                                               aclIntArray *dstSize,
                                               aclIntArray *dstStride,
                                               aclIntArray *dstOffset,
                                               float cThreshL1,
                                               float cThreshL2,
                                               float beta1,
                                               int32_t npuAsdDetect,
                                               aclTensor *result,
                                               uint64_t *workspaceSize,
                                               aclOpExecutor **executor);

/**
 * Second phase of `aclnnSilentCheckV2`: queues the computation on `stream`.
 */
aclnnStatus aclnnSilentCheckV2(void *workspace,
                               uint64_t workspaceSize,
                               aclOpExecutor *executor,
                               aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
