/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnRightShift`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Shifts each integer to the right by the element of `shiftBits`, broadcast, in the type that both promote to, filled with its sign. Counts are
 * limited to those from 0 to the number of bits less 1.
 */
aclnnStatus aclnnRightShiftGetWorkspaceSize(const aclTensor *input,
                                            const aclTensor *shiftBits,
                                            aclTensor *out,
                                            uint64_t *workspaceSize,
                                            aclOpExecutor **executor);

/**
 * Second phase of `aclnnRightShift`: queues the computation on `stream`.
 */
aclnnStatus aclnnRightShift(void *workspace,
                            uint64_t workspaceSize,
                            aclOpExecutor *executor,
                            aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
