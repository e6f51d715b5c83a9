/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnApplyRotaryPosEmbV2`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Rotates rows in place as `aclnnApplyRotaryPosEmb`. `rotaryMode` is `"half"`, `"quarter"` (each half by itself) or `"interleave"` (neighbours); null is `"half"`.
 */
aclnnStatus aclnnApplyRotaryPosEmbV2GetWorkspaceSize(aclTensor *queryRef,
                                                     aclTensor *keyRef,
                                                     const aclTensor *cos,
                                                     const aclTensor *sin,
                                                     int64_t layout,
                                                     char *rotaryMode,
                                                     uint64_t *workspaceSize,
                                                     aclOpExecutor **executor);

/**
 * Second phase of `aclnnApplyRotaryPosEmbV2`: queues the computation on `stream`.
 */
aclnnStatus aclnnApplyRotaryPosEmbV2(void *workspace,
                                     uint64_t workspaceSize,
                                     aclOpExecutor *executor,
                                     aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
