/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnFakeQuantPerChannelAffineCachemask`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Rounds numbers to those that codes stand for, with a scale for each index of an axis.
 */
aclnnStatus aclnnFakeQuantPerChannelAffineCachemaskGetWorkspaceSize(const aclTensor *self,
                                                                    const aclTensor *scale,
                                                                    const aclTensor *zeroPoint,
                                                                    int64_t axis,
                                                                    int64_t quantMin,
                                                                    int64_t quantMax,
                                                                    aclTensor *out,
                                                                    aclTensor *mask,
                                                                    uint64_t *workspaceSize,
                                                                    aclOpExecutor **executor);

/**
 * Second phase of `aclnnFakeQuantPerChannelAffineCachemask`: queues the computation on `stream`.
 */
aclnnStatus aclnnFakeQuantPerChannelAffineCachemask(void *workspace,
                                                    uint64_t workspaceSize,
                                                    aclOpExecutor *executor,
                                                    aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
