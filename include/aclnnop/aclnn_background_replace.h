/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnBackgroundReplace`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes `bkg * (1 - mask) + src * mask`. Pictures are (rows, columns, channels) or (pixels, channels) of 1 or 3 channels, UINT8 or FLOAT16, all alike; `mask` is FLOAT16, of 1 channel. Those of 1 channel may be (rows, columns), with their mask. Computed in DOUBLE and rounded once; bytes to
 * nearest, half to even, within 0 to 255, NaN as 0. On Ascend310P.
 */
aclnnStatus aclnnBackgroundReplaceGetWorkspaceSize(const aclTensor *bkg,
                                                   const aclTensor *src,
                                                   const aclTensor *mask,
                                                   const aclTensor *out,
                                                   uint64_t *workspaceSize,
                                                   aclOpExecutor **executor);

/**
 * Second phase of `aclnnBackgroundReplace`: queues the computation on `stream`.
 */
aclnnStatus aclnnBackgroundReplace(void *workspace,
                                   uint64_t workspaceSize,
                                   aclOpExecutor *executor,
                                   aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
